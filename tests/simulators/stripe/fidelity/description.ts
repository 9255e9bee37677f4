import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sdkFolder } from './sdk/sdk-folder.ts';
import type { Description } from './shape.ts';

const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/washdesk');

/**
 * Returns the description of the installed SDK. It is created once per SDK and reader version, which takes some seconds, and cached in a
 * file. Two concurrent writers write the same content.
 */
export async function readDescription(): Promise<Description> {
  const file = join(cache, `stripe-${fingerprint()}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Description;
  // imported only here because it loads the large compiler
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
