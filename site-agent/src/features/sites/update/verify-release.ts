import { verify } from 'node:crypto';
import { compareVersions } from '@washdesk/rules/company/release-version';
import { releaseManifest, type ReleaseManifest, type ReleasePlatform, type SignedRelease } from '@washdesk/site-protocol/release-manifest';

/** The public keys of releases by `kid`, in PEM. */
export type ReleaseKeys = Readonly<Record<string, string>>;

/** This release is not installed here. The message says why, in words. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
  /** As the release names itself; it may be unverified. */
  readonly version: string;

  constructor(version: string, reason: string) {
    super(reason);
    this.version = version;
  }
}

export interface Installed {
  keys: ReleaseKeys;
  platform: ReleasePlatform;
  version: string;
  /** The version that failed its trial on this computer. */
  failed: string | null;
}

/**
 * Returns the manifest of a release that may be installed here; null if it is the version that runs. Before its signature is verified, only its version is read, for the report.
 * @throws ReleaseRefused
 */
export function verifyRelease({ manifest: base64, signature, kid }: SignedRelease, installed: Installed): ReleaseManifest | null {
  const bytes = Buffer.from(base64, 'base64');
  const manifest = read(bytes);
  const version = manifest?.version ?? 'unknown';
  const refused = (reason: string): ReleaseRefused => new ReleaseRefused(version, reason);
  const key = Object.hasOwn(installed.keys, kid) ? installed.keys[kid] : undefined;
  if (key === undefined) throw refused(`It is signed by the key '${kid}', which this agent doesn’t know`);
  if (!verify(null, bytes, key, Buffer.from(signature, 'base64')))
    throw refused('Its signature is wrong: it was changed after it was signed');
  if (manifest === null) throw refused('Its manifest can’t be read by this version');
  const { platform } = manifest;
  if (platform !== installed.platform) throw refused(`It is for ${platform}, and this computer needs ${installed.platform}`);
  if (version === installed.version) return null;
  if (version === installed.failed) throw refused('It failed on this computer before; make a release with a new number');
  if (compareVersions(version, installed.version) < 0) throw refused(`It is older than ${installed.version}, which runs here`);
  return manifest;
}

function read(bytes: Buffer): ReleaseManifest | null {
  try {
    return releaseManifest.safeParse(JSON.parse(bytes.toString())).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
