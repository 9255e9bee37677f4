import type { ReleasePlatform, SignedRelease } from '@washdesk/site-protocol/release-manifest';

/** The file of a release from a byte on. The source may also start at 0. */
export interface ReleaseFile {
  from: number;
  chunks: AsyncIterable<Buffer>;
}

/** Where releases of the agent come from. Each call rejects if the source cannot be reached; it can then be repeated. */
export interface ReleaseSource {
  /** Returns the release that this site is to install, not verified; null if it has the right one. */
  offered(installed: { version: string; platform: ReleasePlatform }, signal: AbortSignal): Promise<SignedRelease | null>;
  file(release: { version: string; platform: ReleasePlatform }, from: number, signal: AbortSignal): Promise<ReleaseFile>;
}
