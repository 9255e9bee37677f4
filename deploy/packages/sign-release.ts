import { createHash, sign, type KeyObject } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { releaseManifest, type ReleaseManifest, type ReleasePlatform, type SignedRelease } from '@washdesk/site-protocol/release-manifest';

export interface ReleaseSigner {
  key: KeyObject;
  kid: string;
}

/** Signs the manifest's very bytes. */
export function signManifest(manifest: ReleaseManifest, { key, kid }: ReleaseSigner): SignedRelease {
  const bytes = Buffer.from(JSON.stringify(releaseManifest.parse(manifest)));
  return { manifest: bytes.toString('base64'), signature: sign(null, bytes, key).toString('base64'), kid };
}

export interface NewRelease {
  version: string;
  platform: ReleasePlatform;
  /** The folder of releases. */
  folder: string;
  signer: ReleaseSigner;
  /** Writes the agent's program. */
  build: (file: string) => Promise<void>;
}

/**
 * Builds the agent of one platform into `<folder>/<version>/`, with its signed manifest in `<platform>.json`. A release is made once: the
 * number stands for these bytes.
 * @returns the path of the manifest
 */
export async function writeRelease({ version, platform, folder, signer, build }: NewRelease): Promise<string> {
  const name = `washdesk-agent-${version}-${platform}${platform.startsWith('win32') ? '.exe' : ''}`;
  const [file, manifestFile] = [name, `${platform}.json`].map((one) => path.join(folder, version, one)) as [string, string];
  if (existsSync(manifestFile)) throw new Error(`${manifestFile} exists: a release gets a new number`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  await build(file);
  const [size, sha256, created] = [statSync(file).size, await sha256Of(file), new Date().toISOString()];
  const signed = signManifest({ version, platform, file: name, size, sha256, created }, signer);
  // the cloud offers a release whose manifest is there
  writeFileSync(`${manifestFile}.new`, `${JSON.stringify(signed, null, 2)}\n`, { flush: true });
  renameSync(`${manifestFile}.new`, manifestFile);
  return manifestFile;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
