import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentHash } from './content-hash.ts';
import { launch } from './launch.ts';
import { withLock } from './lock.ts';
import { ROOT } from './program.ts';

const WEB = path.join(ROOT, 'web');

export const VITE = path.join(ROOT, 'node_modules/vite/bin/vite.js');

/**
 * Builds the web app when its sources have changed since the last build, and returns the folder to serve.
 * @param folder for the build's log
 */
export async function buildWeb(folder: string): Promise<string> {
  const served = path.join(WEB, 'dist');
  const mark = path.join(served, '.sources');
  const sources = contentHash(['web/src/**/*.*', 'web/public/**/*.*', 'web/*.{html,ts,json}', 'shared/**/*.ts', 'package-lock.json']);
  const isCurrent = (): boolean => existsSync(mark) && readFileSync(mark, 'utf8') === sources;
  if (isCurrent()) return served;
  await withLock(path.join(ROOT, '.washdesk'), 'web-build', 180_000, async () => {
    if (!isCurrent()) await build(folder, served, sources);
  });
  return served;
}

/** Into another folder that then takes the place: whoever is being served never finds half a build. */
async function build(folder: string, served: string, sources: string): Promise<void> {
  const fresh = path.join(WEB, 'dist.fresh');
  const vite = await launch({
    name: 'web-build',
    folder,
    program: process.execPath,
    args: [VITE, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if ((await vite.exited) !== 0) throw new Error(`The web app cannot be built:\n${vite.output()}`);
  writeFileSync(path.join(fresh, '.sources'), sources);
  rmSync(served, { recursive: true, force: true });
  renameSync(fresh, served);
}
