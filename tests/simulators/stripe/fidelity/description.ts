import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sdkFolder } from './sdk/sdk-folder.ts';
import type { Description } from './shape.ts';

const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/washdesk');

/**
 * The installed SDK's description: made once for each SDK and for what reads it (some seconds), then kept in a file.
 * Two who make it at once write the same.
 */
export async function readDescription(): Promise<Description> {
  const file = join(cache, `stripe-${fingerprint()}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Description;
  // Imported only here: the compiler behind it is large.
  const { describeSdk } = await import('./sdk/describe-sdk.ts');
  const description = describeSdk();
  mkdirSync(cache, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(description));
  renameSync(unfinished, file);
  return description;
}

function fingerprint(): string {
  const readers = globSync('{shape,sdk/*}.ts', { cwd: import.meta.dirname }).toSorted();
  const sources = [join(sdkFolder, 'package.json'), ...readers.map((file) => join(import.meta.dirname, file))];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source));
  return hash.digest('hex').slice(0, 16);
}
