import { z } from 'zod';
import { isReleaseVersion } from '@washdesk/rules/company/release-version';

/** The systems that agents are built for: Node's platform and architecture. */
export const releasePlatforms = ['linux-x64', 'win32-x64'] as const;
export const releasePlatform = z.enum(releasePlatforms);
export type ReleasePlatform = z.infer<typeof releasePlatform>;

export const releaseVersion = z.string().refine(isReleaseVersion, 'must be a version such as 1.2.0');

/** The largest file of a release. */
export const largestReleaseBytes = 300_000_000;

/** What a release is, signed by its very bytes (docs/decisions/0116-signed-releases.md). `file` is the name beside the manifest. */
export const releaseManifest = z.object({
  version: releaseVersion,
  platform: releasePlatform,
  file: z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/),
  size: z.int().positive().max(largestReleaseBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  created: z.iso.datetime(),
});
export type ReleaseManifest = z.infer<typeof releaseManifest>;

/**
 * A manifest with its signature: the file `<version>/<platform>.json` in the folder of releases, and what an agent is offered. `manifest` is
 * the JSON as it was signed, in base64: parsing and serializing it again would change it. The signature is Ed25519, `kid` names its key.
 */
export const signedRelease = z.object({
  manifest: z.base64().max(4_000),
  signature: z.base64().max(128),
  kid: z.string().regex(/^[a-z0-9-]{1,40}$/),
});
export type SignedRelease = z.infer<typeof signedRelease>;

/** An agent's question for an update. */
export const updateQuery = z.object({ version: z.string().min(1).max(40), platform: releasePlatform });

/** `update`: the release that this site is to install; null if it has the right one. */
export const updateOffer = z.object({ update: signedRelease.nullable() });
