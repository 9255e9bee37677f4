import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { isProof, sizeOf } from '@washdesk/test-support/sizes';
import { isolatedChromium } from './support/chromium.ts';
import { album, theme } from './support/view.ts';

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(import.meta.dirname, '../../test-results'),
  testMatch: '**/*.spec.ts',
  // As in Vitest, proofs run in `npm run prove` only; `npm run screens` takes screenshots of their states.
  testIgnore: isProof || album !== undefined ? [] : '**/*.proof.spec.ts',
  repeatEach: sizeOf('browserFaults').rounds,
  globalSetup: './global-setup.ts',
  // One workbench serves both: each worker uses its own site, and a test that changes something for all sites runs alone (support/test.ts).
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A passing test reaches none of these, however busy the machine is.
  timeout: scaledTimeout(300_000),
  expect: { timeout: scaledTimeout(30_000) },
  use: {
    colorScheme: theme,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 800 },
    // Animations are costly to draw and not needed. first-redeem and sign-up run with them.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: scaledTimeout(30_000),
    navigationTimeout: scaledTimeout(60_000),
    screenshot: 'only-on-failure',
    // A trace is a third of a test's cost, so it is opt-in.
    trace: process.env['WASHDESK_TRACE'] ? { mode: 'retain-on-failure', screenshots: false, sources: false } : 'off',
    launchOptions: isolatedChromium,
  },
});
