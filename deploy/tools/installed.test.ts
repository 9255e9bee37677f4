import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const packages = (version: string): object => ({ 'node_modules/a': { version, integrity: `sha512-${version}` } });

/** Runs in its own process, as the bootstrap does: the module is plain JavaScript without types. */
function isInstalled(lockfile: object, installed: object): boolean {
  const file = JSON.stringify(path.join(import.meta.dirname, 'installed.mjs'));
  const call = `isInstalled(${JSON.stringify({ packages: lockfile })}, ${JSON.stringify({ packages: installed })})`;
  const source = `import { isInstalled } from ${file}; console.log(${call});`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' }).trim() === 'true';
}

describe('isInstalled', () => {
  it('compares versions, and lets optional packages of other systems be missing', () => {
    expect(isInstalled(packages('1.0.0'), packages('1.0.0'))).toBe(true);
    expect(isInstalled(packages('1.0.1'), packages('1.0.0'))).toBe(false);
    expect(isInstalled(packages('1.0.0'), {})).toBe(false);
    expect(isInstalled({}, packages('1.0.0'))).toBe(false);
    const optional = { 'node_modules/b': { version: '2.0.0', optional: true }, 'node_modules/@x/rules': { link: true } };
    expect(isInstalled({ ...packages('1.0.0'), ...optional }, packages('1.0.0'))).toBe(true);
  });
});
