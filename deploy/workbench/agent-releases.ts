import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const version = '0.2.0';
const platforms = ['linux-x64', 'win32-x64'] as const;

/**
 * Writes one release of the agent, to look at and to roll out. The workbench's agents run from source, without a service host, so none
 * installs it.
 * @returns the folder of releases
 */
export function writeAgentReleases(folder: string): string {
  const releases = path.join(folder, 'releases');
  const inside = path.join(releases, version);
  if (existsSync(inside)) return releases;
  mkdirSync(inside, { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  for (const platform of platforms) {
    const content = Buffer.alloc(2_000_000, `washdesk-agent ${version} ${platform}\n`);
    const manifest = {
      version,
      platform,
      file: `washdesk-agent-${version}-${platform}`,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      created: new Date().toISOString(),
    };
    const bytes = Buffer.from(JSON.stringify(manifest));
    const signed = {
      manifest: bytes.toString('base64'),
      signature: sign(null, bytes, privateKey).toString('base64'),
      kid: 'workbench',
    };
    writeFileSync(path.join(inside, manifest.file), content);
    writeFileSync(path.join(inside, `${platform}.json`), JSON.stringify(signed));
  }
  return releases;
}
