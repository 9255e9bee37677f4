import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { badField, badRequest } from './failure.ts';

const sources = path.join(import.meta.dirname, '..');

describe('a 400', () => {
  it('names its field', () => {
    expect(badRequest('body.name', 'must not be empty').problems).toEqual([{ path: 'body.name', message: 'must not be empty' }]);
    expect(badField('site', 'invalid_site', 'No such site')).toMatchObject({
      status: 400,
      code: 'invalid_site',
      message: 'No such site',
      problems: [{ path: 'site', message: 'No such site' }],
    });
  });

  it('is made nowhere without one', () => {
    const unnamed = globSync('**/*.ts', { cwd: sources })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const calls = readFileSync(path.join(sources, file), 'utf8').match(/new Failure\(\s*400,[^;]*;/g) ?? [];
        return calls.filter((call) => !call.includes('problems')).map((call) => `${file}: ${call}`);
      });
    expect(unnamed).toEqual([]);
  });
});
