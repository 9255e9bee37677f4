import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/support.ts';
import { writePrivateFile } from './write-file.ts';

const module = pathToFileURL(join(import.meta.dirname, 'write-file.ts')).href;

it('leaves the old file if the disk takes only the first bytes of the new one', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'key.pem');
  writePrivateFile(file, 'old');
  const write = `import('${module}').then(({ writePrivateFile }) => writePrivateFile(${JSON.stringify(file)}, 'x'.repeat(8_192)))`;
  // no file can grow beyond the limit, as on a full disk
  expect(() => execFileSync('prlimit', ['--fsize=4096:unlimited', process.execPath, '-e', write], { stdio: 'pipe' })).toThrow('EFBIG');
  expect(readFileSync(file, 'utf8')).toBe('old');
  writePrivateFile(file, 'new');
  expect([readFileSync(file, 'utf8'), readdirSync(folder.path)]).toEqual(['new', ['key.pem']]);
  folder.remove();
});
