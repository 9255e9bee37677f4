import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseManifest } from '@washdesk/site-protocol/release-manifest';
import type { ReleaseSource } from '../../../ports/release-source.ts';
import { ReleaseRefused } from './verify-release.ts';

/** Space that an update leaves to the journal and the log. */
const spaceLeftBytes = 100_000_000;
const bytesPerMegabyte = 1_000_000;

export interface Download {
  manifest: ReleaseManifest;
  /** Of all downloads. What is left of others is removed. */
  folder: string;
  source: Pick<ReleaseSource, 'file'>;
  signal: AbortSignal;
}

/**
 * Downloads the file of a release, from where an earlier attempt ended, and checks it while it is written.
 * @returns its path; it is on the disk
 * @throws ReleaseRefused, or any error of the source: a repetition continues
 */
export async function downloadRelease({ manifest, folder, source, signal }: Download): Promise<string> {
  const name = `${manifest.sha256}.part`;
  const file = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  for (const other of await readdir(folder)) if (other !== name) await rm(path.join(folder, other), { recursive: true });
  const had = await sizeOf(file);
  await checkSpace(folder, manifest, had);
  const handle = await open(file, 'a');
  try {
    if (had > manifest.size) await handle.truncate(0);
    await append({ manifest, file, handle, source, signal });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return file;
}

async function append(download: Omit<Download, 'folder'> & { file: string; handle: FileHandle }): Promise<void> {
  const { manifest, file, handle, source, signal } = download;
  let { size } = await handle.stat();
  let hash = await hashOf(file);
  if (size < manifest.size) {
    const { from, chunks } = await source.file(manifest, size, signal);
    if (from !== size) {
      await handle.truncate(0);
      [size, hash] = [0, createHash('sha256')];
    }
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > manifest.size) break;
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
  }
  if (size < manifest.size) throw new Error(`The download ended after ${size} of ${manifest.size} bytes`);
  if (size === manifest.size && hash.digest('hex') === manifest.sha256) return;
  // the next attempt begins anew
  await handle.truncate(0);
  throw new ReleaseRefused(manifest.version, 'Its file isn’t the one that was signed');
}

async function hashOf(file: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash;
}

/** Whether the file has the content that the manifest names. */
export async function isDownloaded(file: string, { size, sha256 }: ReleaseManifest): Promise<boolean> {
  return (await sizeOf(file)) === size && (await hashOf(file)).digest('hex') === sha256;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

async function checkSpace(folder: string, { version, size }: ReleaseManifest, had: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const problem = spaceProblem({ free: bavail * bsize, size, had });
  if (problem !== null) throw new ReleaseRefused(version, problem);
}

/** Returns why a file of this size, of which a part is there, has too little space; null if it has enough. */
export function spaceProblem({ free, size, had }: { free: number; size: number; had: number }): string | null {
  const missing = size - had + spaceLeftBytes - free;
  return missing <= 0 ? null : `The disk has too little space for it: free ${Math.ceil(missing / bytesPerMegabyte)} MB`;
}
