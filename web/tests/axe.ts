import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What the browser's own settings ask for: the page follows them as long as nobody has chosen. */
const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [1280, 320];

/**
 * Nothing serious for axe, in both themes and at both widths, and nothing sticks out to the side. Only colours depend on
 * the theme, so that the second theme is asked for them alone.
 */
export async function clean(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const axe = new AxeBuilder({ page });
      const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(['color-contrast'])).analyze();
      const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact ?? ''));
      expect(serious.map((one) => `${one.id}: ${one.nodes[0]?.html}`), `${where} at ${width}, ${colorScheme}`).toEqual([]);
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${where} is wider than ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}
