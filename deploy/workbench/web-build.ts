import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launch } from '@washdesk/local-servers/processes/launch';
import { withLock } from '@washdesk/local-servers/processes/lock';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { reportSlow } from '@washdesk/local-servers/processes/wait';
import { contentHash } from './seed/content-hash.ts';

const WEB = path.join(ROOT, 'web');

/** The served folder. */
export const WEB_ROOT = path.join(WEB, 'dist');

export const VITE = path.join(ROOT, 'node_modules/vite/bin/vite.js');

/**
 * Builds the web app into WEB_ROOT if its sources have changed since the last build. If several workbenches start together, one builds.
 * @param folder for the build's log
 */
export async function buildWeb(folder: string): Promise<void> {
  const sources = contentHash(['web/src/**/*.*', 'web/public/**/*.*', 'web/*.{html,ts,json}', 'shared/**/*.ts', 'package-lock.json']);
  // checked under the lock: a building process removes the old build before the new one is in place
  await withLock(path.join(ROOT, '.washdesk'), 'web-build', 600_000, async () => {
    if (!isBuiltOf(sources)) await build(folder, sources);
  });
}

const MARK = '.sources';

function isBuiltOf(sources: string): boolean {
  const mark = path.join(WEB_ROOT, MARK);
  return existsSync(mark) && readFileSync(mark, 'utf8') === sources;
}

/** Builds into another folder and renames it, so that no server ever serves half a build. */
async function build(folder: string, sources: string): Promise<void> {
  const fresh = path.join(WEB, 'dist.fresh');
  const vite = await launch({
    name: 'web-build',
    folder,
    program: process.execPath,
    args: [VITE, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if ((await reportSlow('the build of the web app', vite.exited)) !== 0) throw vite.failure('failed');
  writeFileSync(path.join(fresh, MARK), sources);
  rmSync(WEB_ROOT, { recursive: true, force: true });
  renameSync(fresh, WEB_ROOT);
}
