import path from 'node:path';
import { defineConfig } from '@playwright/test';

/** A browser that talks to nobody but the workbench. */
const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
    launchOptions: { executablePath: process.env['WASHDESK_CHROMIUM'] ?? '/usr/bin/chromium', args: quietChromium },
  },
});
