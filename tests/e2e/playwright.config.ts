import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { quietChromium } from './support/chromium.ts';

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(import.meta.dirname, '../../test-results'),
  // Each worker has a workbench of its own and takes whole files: what a test does to a gate, only later tests of its worker could see.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Two workbenches share the machine; a test that passes waits for none of these.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 800 },
    // Drawing what moves is dear, and nobody needs it. first-car and sign-up let it move.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    // A trace is a third of what a test costs: on request only.
    trace: process.env['WASHDESK_TRACE'] ? { mode: 'retain-on-failure', screenshots: false, sources: false } : 'off',
    launchOptions: quietChromium,
  },
});
