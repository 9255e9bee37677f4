import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { cacheFolder } from '../servers/cache-folder.ts';
import { withLock } from '../processes/lock.ts';
import { isRoot } from '../servers/unprivileged.ts';

const run = promisify(execFile);

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser of the end-to-end tests: the one that WASHDESK_CHROMIUM names, else an installed one, else Debian's,
 * installed now where we may.
 * @throws Error saying what to do
 */
export async function provideChromium(): Promise<string> {
  const named = process.env['WASHDESK_CHROMIUM'];
  if (named) return named;
  return installed() ?? (await withLock(cacheFolder(), 'chromium', 300_000, install));
}

function installed(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

async function install(): Promise<string> {
  const found = installed();
  if (found) return found;
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) {
    throw new Error('The end-to-end tests need Chromium: install it (Debian: apt-get install chromium) or name one by WASHDESK_CHROMIUM.');
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { stdout } = await run('apt-cache', ['policy', 'chromium']);
  if (!/Candidate: \d/.test(stdout)) await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env, maxBuffer: 64 * 1024 * 1024 });
  const chromium = installed();
  if (!chromium) throw new Error('Debian’s Chromium was installed, but is in none of its places.');
  return chromium;
}
