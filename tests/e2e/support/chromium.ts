import { installedChromium } from '@washdesk/local-servers/chromium';
import { sharedMemory } from '@washdesk/local-servers/shared-memory';

/** A browser that can reach only the workbench. */
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
  // Playwright stores Chromium's shared memory in files on the disk, because a container may have too little of the other kind.
  ignoreDefaultArgs: sharedMemory(1_000_000_000) ? ['--disable-dev-shm-usage'] : [],
};
