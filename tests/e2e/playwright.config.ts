import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { quietChromium } from './support/chromium.ts';

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(import.meta.dirname, '../../test-results'),
  // All share one company on one workbench: what one test does to a gate, another would see.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 7_500 },
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 7_500,
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    launchOptions: quietChromium,
  },
});
