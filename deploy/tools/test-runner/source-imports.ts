import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*)'([^'\n]+)'/g;

/** Returns the files of the repository that a source file imports, by their paths from the root. */
export function importsOf(root: string, file: string): string[] {
  const place = path.join(root, file);
  const specifiers = [...readFileSync(place, 'utf8').matchAll(specifier)].map(([, found]) => found ?? '');
  return specifiers
    .map((found) => resolved(place, found))
    .filter((found) => found !== null)
    .map((found) => path.relative(root, found))
    .filter((found) => !found.startsWith('..') && !found.includes('node_modules'));
}

/** Returns the resolved file. Packages of the repository are links in node_modules, and Node follows them to the source. */
function resolved(importer: string, imported: string): string | null {
  if (imported.startsWith('.')) return path.resolve(path.dirname(importer), imported);
  if (!imported.startsWith('@washdesk/')) return null;
  try {
    return createRequire(importer).resolve(imported);
  } catch {
    // the imported file is missing
    return null;
  }
}
