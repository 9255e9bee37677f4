import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sizedNames } from '@washdesk/test-support/sizes';
import { proofs } from './proofs.ts';

const root = path.join(import.meta.dirname, '../..');
/** Some run in two proofs, in another environment each. */
const files = [...new Set<string>(Object.values(proofs).flat())];

it('names every file that runs nowhere but in a proof', () => {
  const alone = globSync('{cloud-api,deploy,shared,site-agent,tests}/**/*.proof.{test,spec}.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  expect(files.filter((file) => /\.proof\.(test|spec)\.ts$/.test(file)).toSorted()).toEqual(alone.toSorted());
});

it('names files that there are', () => {
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it('has a proof of each size, which is full under that name alone', () => {
  expect(sizedNames.filter((name) => !Object.hasOwn(proofs, name))).toEqual([]);
});
