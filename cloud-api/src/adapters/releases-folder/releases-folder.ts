import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isReleaseVersion } from '@washdesk/rules/company/release-version';
import { releasePlatforms } from '@washdesk/site-protocol/release-manifest';
import type { ReleaseFile, ReleaseProblem, Releases, ReleasesFound } from '../../ports/releases.ts';
import { identityOf, readRelease, type VerifiedFile } from './read-release.ts';

const defaultMaxAgeMs = 60_000;

/** Folders that file systems add. */
const isOwnOfSystem = (name: string): boolean => name.startsWith('.') || name === 'lost+found';

function folderProblem(folder: string, error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `The folder ${folder} doesn’t exist. Create it, or mount it`;
  if (code === 'ENOTDIR') return `${folder} isn’t a folder`;
  if (code === 'EACCES') return `cloud-api may not read the folder ${folder}. Give its user read access`;
  return `The folder ${folder} can’t be read (${code})`;
}

/**
 * Releases in a folder: `<version>/<platform>.json` is a signed manifest, and the file that it names is beside it. No name comes from a
 * caller.
 */
export function releasesFolder(folder: string): Releases {
  /** By the signature of the manifest. */
  const verified = new Map<string, VerifiedFile>();
  /** Digests of files that have not changed since. */
  const digests = new Map<string, string>();
  let last: { found: Promise<ReleasesFound>; at: number } | null = null;

  async function versionsIn(problems: ReleaseProblem[]): Promise<string[]> {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => !entry.isFile() && !isOwnOfSystem(entry.name)).map(({ name }) => name);
    for (const name of names)
      if (!isReleaseVersion(name))
        problems.push({ version: null, sentence: `The folder “${name}” isn’t named as a version, such as 1.2.0. Rename it` });
    return names.filter(isReleaseVersion);
  }

  async function read(): Promise<ReleasesFound> {
    const problems: ReleaseProblem[] = [];
    const files: ReleaseFile[] = [];
    const paths = new Map<string, VerifiedFile>();
    try {
      for (const version of await versionsIn(problems)) {
        const found = await Promise.all(
          releasePlatforms.map((platform) => readRelease(path.join(folder, version), { version, platform, digests })),
        );
        for (const one of found) {
          if (one && 'problem' in one) problems.push({ version, sentence: one.problem });
          else if (one) {
            files.push(one.release);
            paths.set(one.release.signed.signature, one.file);
          }
        }
        if (found.every((one) => one === null))
          problems.push({ version, sentence: `${version} has no manifest, such as ${releasePlatforms[0]}.json` });
      }
    } catch (error) {
      problems.push({ version: null, sentence: folderProblem(folder, error) });
    }
    verified.clear();
    for (const [signature, file] of paths) verified.set(signature, file);
    return { files, problems };
  }

  return {
    find(maxAgeMs = defaultMaxAgeMs) {
      if (last === null || performance.now() - last.at > maxAgeMs) last = { found: read(), at: performance.now() };
      return last.found;
    },

    async open({ signed }, from) {
      const file = verified.get(signed.signature);
      if (!file) return null;
      const handle = await open(file.path).catch(() => null);
      if (!handle) return null;
      const isSame = identityOf(file.path, await handle.stat()) === file.identity;
      if (isSame) return handle.createReadStream({ start: from, highWaterMark: 256 * 1_024 });
      await handle.close();
      last = null;
      return null;
    },
  };
}
