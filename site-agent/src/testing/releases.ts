import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { ReleaseManifest, SignedRelease } from '@washdesk/site-protocol/release-manifest';

/** A release key for tests, and what is signed by it. */
export class TestReleases {
  readonly kid: string;
  readonly #keys = generateKeyPairSync('ed25519');

  constructor(kid = 'test') {
    this.kid = kid;
  }

  get publicKeys(): Record<string, string> {
    return { [this.kid]: this.#keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  }

  /** Returns the signed manifest of a program. */
  sign(program: Buffer, change: Partial<ReleaseManifest> = {}): SignedRelease {
    const manifest: ReleaseManifest = {
      version: '1.1.0',
      platform: 'linux-x64',
      file: 'agent',
      size: program.length,
      sha256: createHash('sha256').update(program).digest('hex'),
      created: '2026-11-21T12:00:00.000Z',
      ...change,
    };
    return this.signText(JSON.stringify(manifest));
  }

  signText(text: string): SignedRelease {
    const bytes = Buffer.from(text);
    return { manifest: bytes.toString('base64'), signature: sign(null, bytes, this.#keys.privateKey).toString('base64'), kid: this.kid };
  }
}

/** Returns the release with another manifest under the same signature. */
export function tampered(release: SignedRelease, change: object): SignedRelease {
  const manifest = JSON.parse(Buffer.from(release.manifest, 'base64').toString()) as object;
  return { ...release, manifest: Buffer.from(JSON.stringify({ ...manifest, ...change })).toString('base64') };
}
