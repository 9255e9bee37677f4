import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';
import { withLock } from './processes/lock.ts';
import { isRoot } from './unprivileged.ts';

const run = promisify(execFile);

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Debian's packages, by preference: the headless shell takes a fifth less time than the whole browser. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/**
 * Returns the browser of the end-to-end tests: the one in WASHDESK_CHROMIUM, otherwise the headless shell, installed now if allowed,
 * otherwise any other Chromium.
 * @throws Error with what to do
 */
export async function provideChromium(): Promise<string> {
  const named = process.env['WASHDESK_CHROMIUM'];
  if (named) return named;
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  return withLock(cacheFolder(), 'chromium', 600_000, install);
}

/** Returns the first installed browser, if any. */
export function installedChromium(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

async function install(): Promise<string> {
  const trouble = await installPackage();
  const chromium = installedChromium();
  if (chromium) return chromium;
  throw new Error(`The end-to-end tests need Chromium: install it (Debian: apt-get install chromium) or set WASHDESK_CHROMIUM. ${trouble}`);
}

/** @returns why it could not be installed, otherwise an empty text */
async function installPackage(): Promise<string> {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return 'Only root on a Debian system can install it.';
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (!(await offered())) await run('apt-get', ['update', '-qq'], { env });
    const name = await offered();
    if (!name) return `Debian's lists contain none of ${PACKAGES.join(', ')}.`;
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, maxBuffer: 64 * 1024 * 1024 });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the first package that the lists contain. */
async function offered(): Promise<string | undefined> {
  for (const name of PACKAGES) {
    const { stdout } = await run('apt-cache', ['policy', name]);
    if (/Candidate: \d/.test(stdout)) return name;
  }
  return undefined;
}
