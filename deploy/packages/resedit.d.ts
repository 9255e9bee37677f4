/**
 * The part of resedit that the installer uses. Its own types reference the DOM, which would make browser globals valid in all server code
 * (`paths` in tsconfig.json).
 */
export interface ResourceEntry {
  type: number | string;
  id: number | string;
  lang: number;
  codepage: number;
  bin: ArrayBuffer;
}

export class NtExecutable {
  static from(bin: Buffer, options?: { ignoreCert?: boolean }): NtExecutable;
  generate(): ArrayBuffer;
}

export class NtExecutableResource {
  readonly entries: ResourceEntry[];
  static from(executable: NtExecutable): NtExecutableResource;
  outputResource(executable: NtExecutable): void;
}

interface Language {
  lang: number;
  codepage: number;
}

declare class VersionInfo {
  static fromEntries(entries: readonly ResourceEntry[]): VersionInfo[];
  setFileVersion(major: number, minor: number, micro: number, revision: number): void;
  setProductVersion(major: number, minor: number, micro: number, revision: number): void;
  getAllLanguagesForStringValues(): Language[];
  setStringValues(language: Language, values: Record<string, string>): void;
  outputToResourceEntries(entries: ResourceEntry[]): void;
}

export const Resource: { VersionInfo: typeof VersionInfo };
