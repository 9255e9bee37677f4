import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { compareVersions } from '@washdesk/rules/company/release-version';

/** Versions that are kept besides the one that runs. */
const keptVersions = 2;
const program = process.platform === 'win32' ? 'agent.exe' : 'agent';

/**
 * The installed versions of the agent in the data folder, of which the service host chooses one (deploy/host/versions.h). What is written
 * here is on the disk when a method returns, and each file has its old or its new content after a power failure.
 */
export class VersionFolders {
  readonly #data: string;
  /** The version that runs. */
  readonly own: string;

  /** @param folder that of the running version */
  constructor(folder: string) {
    this.own = path.basename(folder);
    this.#data = path.dirname(path.dirname(folder));
  }

  /** The folder of downloads, on the disk of the versions. */
  get downloads(): string {
    return path.join(this.#data, 'update');
  }

  /** Whether the service host still tries this version. */
  get onTrial(): boolean {
    return this.#read('current.txt')?.[0] !== this.own;
  }

  /** Whether this version is an update that the service host still tries, and not one that an installer has just laid. */
  get isUpdate(): boolean {
    return this.next === this.own;
  }

  /** The update that the service host tries next, or tries now. */
  get next(): string | null {
    return this.#read('next.txt')?.[0] ?? null;
  }

  /** The last update that failed its trial, with the service host's reason. */
  get failed(): { version: string; reason: string | null } | null {
    const [version, reason = null] = this.#read('failed.txt') ?? [];
    return version === undefined ? null : { version, reason };
  }

  programOf(version: string): string {
    return path.join(this.#data, 'versions', version, program);
  }

  /** Makes a verified download the program of a version. */
  install(version: string, download: string): void {
    const file = this.programOf(version);
    mkdirSync(path.dirname(file), { recursive: true });
    renameSync(download, file);
    syncFolder(path.dirname(file));
    syncFolder(path.join(this.#data, 'versions'));
  }

  /** Has the service host try this version when the agent ends. */
  layReady(version: string): void {
    const file = path.join(this.#data, 'next.txt');
    const handle = openSync(`${file}.new`, 'w', 0o644);
    try {
      writeSync(handle, version);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(`${file}.new`, file);
    syncFolder(this.#data);
  }

  /** Removes what is left of downloads. */
  removeDownloads(): void {
    rmSync(this.downloads, { recursive: true, force: true });
  }

  /** Removes versions without a program and those before the last few. A version on trial removes nothing. */
  cleanUp(): void {
    if (this.onTrial) return;
    const kept = new Set([this.own, this.next, ...this.#earlier().slice(0, keptVersions)]);
    for (const version of this.#folders()) {
      if (!kept.has(version)) rmSync(path.join(this.#data, 'versions', version), { recursive: true, force: true });
    }
  }

  /** The versions to which a person could go back, newest first. */
  #earlier(): string[] {
    const failed = this.failed?.version;
    const works = (version: string): boolean => version !== this.own && version !== failed && existsSync(this.programOf(version));
    return this.#folders()
      .filter(works)
      .toSorted((a, b) => compareVersions(b, a));
  }

  #folders(): string[] {
    return readdirSync(path.join(this.#data, 'versions'));
  }

  #read(name: string): string[] | null {
    const file = path.join(this.#data, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split(/\r?\n/u) : null;
  }
}

/** A rename is on the disk after its folder is. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
