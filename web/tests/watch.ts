import type { Page } from '@playwright/test';

/** Every request that leaves the page, and every complaint of the browser's. */
export function watch(page: Page, address: string): string[] {
  const wrong: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['http:', 'data:', 'blob:'].includes(url.protocol) || (url.protocol === 'http:' && url.origin !== address)) wrong.push(request.url());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('422')) wrong.push(message.text());
  });
  return wrong;
}
