import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from '../test-runner/changed-files.ts';
import { deadLinks } from './document-links.ts';
import { peopleWithoutRoleIn, riddlesIn } from './riddles.ts';
import { ROOT } from './rule.ts';
import { termFor } from './words.ts';

/** This file contains examples of what it rejects. */
const itself = 'deploy/tools/lint/repository-text.test.ts';
const text = (file: string): string => (file === itself ? '' : readFileSync(path.join(ROOT, file), 'utf8'));
const files = repositoryFiles().filter((file) => existsSync(path.join(ROOT, file)) && !file.startsWith('deploy/tools/lint/fixtures/'));

describe('the repository', () => {
  it('has no file or folder with a word for which the glossary has a term', () => {
    const parts = new Set(files.flatMap((file) => file.split('/').map((part) => part.split('.')[0] ?? '')));
    const found = [...parts].map(termFor).filter((term) => term?.advisory === false);
    expect(found.map((term) => term?.sentence)).toEqual([]);
  });

  it('has no comment that begins like a riddle', () => {
    const sources = files.filter((file) => /\.(?:tsx?|mjs|js|css)$/.test(file));
    expect(sources.flatMap((file) => riddlesIn(text(file)).map((words) => `${file}: ${words}`))).toEqual([]);
  });

  it('has no test title and no comment about a person without a role', () => {
    const sources = files.filter((file) => /\.(?:tsx?|mjs|js|css)$/.test(file));
    expect(sources.flatMap((file) => peopleWithoutRoleIn(text(file)).map((words) => `${file}: ${words}`))).toEqual([]);
  });

  it('has documents and comments whose links, paths and file names lead somewhere', () => {
    expect(deadLinks({ files, text })).toEqual([]);
  });
});

/** The list itself, and the reasons to skip a member of a bulk increase. */
const statusLists = ['shared/rules/plans/statuses.ts', 'shared/rules/plans/bulk-increase.ts'];

describe('the product', () => {
  it('names a subscription status only in the list that says what it means', () => {
    const product = files.filter(
      (file) =>
        /^(?:shared\/rules|shared\/contracts|cloud-api\/src|site-agent\/src|web\/src)\/.*\.tsx?$/.test(file) &&
        !/\.(?:test|fixture|samples)\.|\/testing\/|\/migrations\//.test(file) &&
        !statusLists.includes(file),
    );
    expect(product.filter((file) => /'(?:trialing|past_due|incomplete_expired)'/.test(text(file)))).toEqual([]);
  });
});

describe('riddlesIn', () => {
  it.each([
    ['/** Of whom the same request came before. */', 'Of whom the same request came before. */'],
    ['  // it goes on trying', 'it goes on trying'],
    ['/**\n * Whose card it will be.\n */', 'Whose card it will be.'],
    ['  const a = 1; // its first line', 'its first line'],
    ['/* For those who listen. */', 'For those who listen. */'],
  ])('finds %s', (source, words) => {
    expect(riddlesIn(source)).toEqual([words]);
  });

  it.each(['/** The card goes with its holder. */', '// a sentence that\n// its author wrapped', 'const url = "http://its.example";'])(
    'accepts %s',
    (source) => {
      expect(riddlesIn(source)).toEqual([]);
    },
  );
});

describe('peopleWithoutRoleIn', () => {
  it.each([
    ["  it('is off until somebody is to get it', () => {", "'is off until somebody is to get it', () => {"],
    ["])('refuses %s, whoever sends it', async () => {", "'refuses %s, whoever sends it', async () => {"],
    ['const a = 1; // nobody waits for it', 'nobody waits for it'],
  ])('finds %s', (source, words) => {
    expect(peopleWithoutRoleIn(source)).toEqual([words]);
  });

  it.each(["  it('is off until recipients are set', () => {", '/** Returns "nobody", the user. */', "const user = 'nobody';"])(
    'accepts %s',
    (source) => {
      expect(peopleWithoutRoleIn(source)).toEqual([]);
    },
  );
});

describe('deadLinks', () => {
  const contents: Record<string, string> = {
    'docs/a.md': '# A\n\n## Some rules\n\n[b](b.md#a-heading) [here](#some-rules) `docs/b.md` start.ts https://x.test [x](https://x.test)',
    'docs/b.md': '# A heading',
    'src/start.ts': '// docs/a.md#some-rules',
  };
  const deadLinksWith = (file: string, words: string) =>
    deadLinks({ files: Object.keys(contents), text: (name) => (contents[name] ?? '') + (name === file ? `\n${words}` : '') });

  it('are none where everything is there', () => {
    expect(deadLinksWith('docs/b.md', '')).toEqual([]);
  });

  it.each([
    ['docs/a.md', '[c](c.md)', 'docs/a.md: c.md leads to nothing'],
    ['docs/a.md', '[b](b.md#gone)', 'docs/a.md: b.md#gone has no such heading'],
    ['docs/a.md', '`docs/gone`', 'docs/a.md: the path docs/gone does not exist'],
    ['docs/a.md', '```\nstop.ts\n```', 'docs/a.md: no file is named stop.ts'],
    ['src/start.ts', '// docs/a.md#gone', 'src/start.ts: docs/a.md#gone has no such heading'],
  ])('in %s are found: %s', (file, words, problem) => {
    expect(deadLinksWith(file, words)).toEqual([problem]);
  });
});
