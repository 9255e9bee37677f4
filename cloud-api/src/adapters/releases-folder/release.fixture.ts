import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseManifest, ReleasePlatform } from '@washdesk/site-protocol/release-manifest';

const { privateKey } = generateKeyPairSync('ed25519');

/** Writes a release into the folder of releases. @returns its file */
export function writeRelease(
  folder: string,
  version: string,
  { platform = 'linux-x64', content = `agent ${version}`, manifest: more = {} }: ReleaseOptions = {},
): string {
  const inside = path.join(folder, version);
  mkdirSync(inside, { recursive: true });
  const bytes = Buffer.from(content);
  const manifest: ReleaseManifest = {
    version,
    platform,
    file: `washdesk-agent-${version}-${platform}`,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    created: '2026-11-20T12:00:00.000Z',
    ...more,
  };
  const signedBytes = Buffer.from(JSON.stringify(manifest));
  const signed = {
    manifest: signedBytes.toString('base64'),
    signature: sign(null, signedBytes, privateKey).toString('base64'),
    kid: 'test',
  };
  const file = path.join(inside, manifest.file);
  writeFileSync(file, bytes);
  writeFileSync(path.join(inside, `${platform}.json`), JSON.stringify(signed));
  return file;
}

interface ReleaseOptions {
  platform?: ReleasePlatform;
  content?: string;
  manifest?: Partial<ReleaseManifest>;
}
