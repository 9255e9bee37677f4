import { existsSync, statfsSync } from 'node:fs';
import { installedChromium } from '@washdesk/local-servers/chromium';

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
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
};

function hasSharedMemory(): boolean {
  const folder = '/dev/shm';
  const enoughBytes = 1_000_000_000;
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enoughBytes;
}
