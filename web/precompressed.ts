import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** File types worth compressing; fonts are already compressed. */
const kinds = /\.(js|css|html|svg)$/;
/** Bytes below which a compressed copy saves no network packet. */
const worthIt = 1_000;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes `<file>.br` and `<file>.gz` beside each built file: compressed once here instead of by the server for every browser. */
export const precompressed: Plugin = {
  name: 'washdesk-precompressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (dir === undefined) throw new Error('Build output folder not set');
    const files = Object.keys(bundle).filter((name) => kinds.test(name));
    await Promise.all(files.map((name) => compress(join(dir, name))));
  },
};

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < worthIt) return;
  const [small, smaller] = await Promise.all([
    gzipped(content, { level: 9 }),
    // Quality 9 takes three times as long as the best one.
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  ]);
  await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)]);
}
