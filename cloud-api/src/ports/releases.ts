import type { Readable } from 'node:stream';
import type { ReleasePlatform, SignedRelease } from '@washdesk/site-protocol/release-manifest';

/** A file of a release that can be offered: size and SHA-256 are those of its manifest. The agent verifies the signature. */
export interface ReleaseFile {
  version: string;
  platform: ReleasePlatform;
  size: number;
  created: string;
  signed: SignedRelease;
}

/** What keeps a release from being offered, as a sentence for IT. `version` is null for a problem of the whole folder. */
export interface ReleaseProblem {
  version: string | null;
  sentence: string;
}

export interface ReleasesFound {
  files: readonly ReleaseFile[];
  problems: readonly ReleaseProblem[];
}

/** The releases of the agent. */
export interface Releases {
  /** @param maxAgeMs how old the answer may be; default a minute */
  find(maxAgeMs?: number): Promise<ReleasesFound>;
  /** Opens a file that `find` returned, from a byte on. @returns null if the file is not the verified one any more */
  open(file: ReleaseFile, from: number): Promise<Readable | null>;
}
