import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const features = globSync('features/*/*', { cwd: import.meta.dirname });
const composed = readFileSync(path.join(import.meta.dirname, 'compose.ts'), 'utf8');

/** Folders of features that only the command line uses yet. */
const withoutScreens = [path.join('features', 'access', 'staff')];

describe('every feature', () => {
  it.each(features)('%s has one function that creates it', (folder) => {
    expect(globSync(`${folder}/**/create-*.ts`, { cwd: import.meta.dirname })).toEqual([
      path.join(folder, `create-${path.basename(folder)}.ts`),
    ]);
  });

  it.each(features.filter((folder) => !withoutScreens.includes(folder)))('%s is in the list of compose.ts', (folder) => {
    expect(composed).toContain(`from './${folder}/create-${path.basename(folder)}.ts'`);
  });
});
