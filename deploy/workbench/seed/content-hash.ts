import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@washdesk/local-servers/processes/program';

/** Returns a short name for the content of these files (globs from the repository's root): it changes with any of them. */
export function contentHash(globs: readonly string[], ...alsoKnown: readonly string[]): string {
  const hash = createHash('sha256');
  for (const known of alsoKnown) hash.update(known);
  const files = globSync([...globs], { cwd: ROOT, exclude: (name) => name.endsWith('node_modules') || name.endsWith('dist') });
  for (const file of files.toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
