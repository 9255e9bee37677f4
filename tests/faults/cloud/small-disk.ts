import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const megabytes = 8;

export interface SmallDisk {
  folder: string;
  fill(): Promise<void>;
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** Mounting is for root; elsewhere by sudo, which must not ask. */
const asRoot = (command: string, args: string[]): Promise<unknown> =>
  process.getuid?.() === 0 ? run(command, args) : run('sudo', ['-n', command, ...args]);

/** A file system of 8 MB in memory. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'washdesk-disk-'));
  await asRoot('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder]);
  const file = join(folder, 'log');
  return {
    folder,
    fill: () => writeFile(file, Buffer.alloc(megabytes * 1_048_576 - 200_000)),
    empty: () => rm(file, { force: true }),
    async stop() {
      await asRoot('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}
