import { installedChromium } from '@washdesk/deploy/local/testing/chromium';

/** A browser that reaches nothing but the workbench. */
export const isolatedChromium = {
  executablePath: process.env['WASHDESK_CHROMIUM'] ?? installedChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
