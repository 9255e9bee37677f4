import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  releaseManifest,
  signedRelease,
  type ReleaseManifest,
  type ReleasePlatform,
  type SignedRelease,
} from '@washdesk/site-protocol/release-manifest';
import type { ReleaseFile } from '../../ports/releases.ts';

/** A file whose content is that of its manifest, as long as its identity stays the same. */
export interface VerifiedFile {
  path: string;
  identity: string;
}

/** Changes with the content of a file, also if another one takes its name. */
export const identityOf = (name: string, { ino, size, mtimeMs, ctimeMs }: Stats): string => [name, ino, size, mtimeMs, ctimeMs].join(' ');

interface Wanted {
  version: string;
  platform: ReleasePlatform;
  digests: Map<string, string>;
}

type Read = { release: ReleaseFile; file: VerifiedFile } | { problem: string } | null;

/** Reads one platform's release from the folder of its version. @returns null if it has none, or what is wrong with it in words */
export async function readRelease(folder: string, { version, platform, digests }: Wanted): Promise<Read> {
  const name = `${version}/${platform}.json`;
  const text = await readFile(path.join(folder, `${platform}.json`), 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) return text.code === 'ENOENT' ? null : { problem: `${name} can’t be read (${text.code})` };
  const read = manifestIn(text);
  if (!read) return { problem: `${name} isn’t a signed manifest of a release. Copy it again` };
  const { manifest, signed } = read;
  if (manifest.version !== version || manifest.platform !== platform)
    return { problem: `${name} is the manifest of ${manifest.version} for ${manifest.platform}. Move it to its own place` };
  const checked = await checkFile(folder, manifest, digests);
  if ('problem' in checked) return checked;
  const { size, created } = manifest;
  return { release: { version, platform, size, created, signed }, file: checked };
}

function manifestIn(text: string): { manifest: ReleaseManifest; signed: SignedRelease } | null {
  const signed = signedRelease.safeParse(parsed(text)).data;
  const manifest = signed && releaseManifest.safeParse(parsed(Buffer.from(signed.manifest, 'base64').toString())).data;
  return manifest ? { manifest, signed } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function checkFile(
  folder: string,
  { version, file, size, sha256 }: ReleaseManifest,
  digests: Map<string, string>,
): Promise<VerifiedFile | { problem: string }> {
  const full = path.join(folder, file);
  const name = `${version}/${file}`;
  try {
    const found = await stat(full);
    if (!found.isFile()) return { problem: `${name} isn’t a file` };
    if (found.size !== size) return { problem: `${name} has ${found.size} bytes, its manifest says ${size}. Copy it again` };
    const identity = identityOf(full, found);
    const digest = digests.get(identity) ?? (await digestOf(full));
    digests.set(identity, digest);
    return digest === sha256
      ? { path: full, identity }
      : { problem: `${name} is damaged: its SHA-256 isn’t that of the manifest. Copy it again` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { problem: code === 'ENOENT' ? `${name} is missing. Copy it beside its manifest` : `${name} can’t be read (${code})` };
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash);
  return hash.digest('hex');
}
