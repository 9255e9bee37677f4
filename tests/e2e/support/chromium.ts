/** A browser that talks to nobody but the workbench. */
export const isolatedChromium = {
  executablePath: process.env['WASHDESK_CHROMIUM'] ?? '/usr/bin/chromium',
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
