import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@washdesk/local-servers/processes/program';

const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns every file of the repository, committed or not, by its path from the root. */
export function repositoryFiles(): string[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(path.join(ROOT, file)));
}

/**
 * Returns the files that differ from a revision, including deleted ones: from `base`, otherwise from where this branch left main, otherwise
 * from the last commit.
 */
export function changedFiles(base: string = forkPoint()): string[] {
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...git('diff', '--name-only', '--no-renames', base, '--'), ...untracked])].toSorted();
}

function forkPoint(): string {
  try {
    return git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
  } catch {
    // the repository has no branch `main`
    return 'HEAD';
  }
}
