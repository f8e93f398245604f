import { defineConfig } from '@playwright/test';

// The system's own Chromium, and the program as it was built: nothing is fetched.
export default defineConfig({
  testDir: 'tests',
  timeout: 240_000,
  // A machine that does other things besides may be slow once; what fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 20_000 },
  workers: 2,
  reporter: 'list',
  use: {
    baseURL: process.env.GROGNARD_URL,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run', '--host-resolver-rules=MAP grognard.test 127.0.0.1'],
    },
  },
});
