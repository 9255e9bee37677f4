import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isReleaseVersion } from '@washdesk/rules/company/release-version';
import { bundleAgent } from './bundle-agent.ts';
import { kidOf, readReleaseKeys, type ReleaseKeys } from './release-keys.ts';
import { writeRelease } from './sign-release.ts';
import { buildWindowsAgent, type SigningKey } from './windows-package.ts';

export interface ReleaseOptions {
  version: string;
  /** The folder of releases. */
  folder: string;
  /** The private key's file, in PEM. */
  keyFile: string;
  /** By default those of the repository. */
  releaseKeys?: ReleaseKeys;
  signing: SigningKey | undefined;
}

/** Builds the agent for every platform, as sites download it, and returns the paths of the manifests. */
export async function buildRelease({
  version,
  folder,
  keyFile,
  releaseKeys = readReleaseKeys(),
  signing,
}: ReleaseOptions): Promise<string[]> {
  if (!isReleaseVersion(version)) throw new Error(`'${version}' is no version such as 1.2.0`);
  const key = createPrivateKey(readFileSync(keyFile));
  const release = { version, folder, signer: { key, kid: kidOf(key, releaseKeys) } };
  const linux = await writeRelease({
    ...release,
    platform: 'linux-x64',
    build: async (file) => writeFileSync(file, await bundleAgent({ system: 'linux', version, releaseKeys })),
  });
  const windows = await writeRelease({
    ...release,
    platform: 'win32-x64',
    build: (file) => buildWindowsAgent(file, { version, releaseKeys, signing }),
  });
  return [linux, windows];
}
