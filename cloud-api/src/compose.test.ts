import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const features = globSync('features/*/*', { cwd: import.meta.dirname });
const domainOf = (folder: string): string => path.basename(path.dirname(folder));
const composed = (domain: string): string => readFileSync(path.join(import.meta.dirname, 'compose', `${domain}.ts`), 'utf8');

describe('every feature', () => {
  it.each(features)('%s has one function that creates it', (folder) => {
    expect(globSync(`${folder}/**/create-!(*.test).ts`, { cwd: import.meta.dirname })).toEqual([
      path.join(folder, `create-${path.basename(folder)}.ts`),
    ]);
  });

  it.each(features)('%s is composed in its domain', (folder) => {
    expect(composed(domainOf(folder))).toContain(`from '../${folder}/create-${path.basename(folder)}.ts'`);
  });
});

describe('every domain', () => {
  const domains = [...new Set(features.map(domainOf))];

  it.each(domains)('%s composes its own features alone', (domain) => {
    const used = [...composed(domain).matchAll(/'\.\.\/features\/(\w+)\//g)].map(([, name]) => name);
    expect([...new Set(used)]).toEqual([domain]);
  });
});
