import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { Backups } from './backups.ts';

let folder: TemporaryFolder;
let copies: number;
let problem: string | null;

beforeEach(() => {
  folder = temporaryFolder();
  [copies, problem] = [0, null];
});
afterEach(() => folder.remove());

/** Runs the check that follows a start. */
async function checkOnce(target: string): Promise<void> {
  const backups = new Backups({
    journal: {
      copyTo(file) {
        copies += 1;
        writeFileSync(file, `copy ${copies}`);
        return Promise.resolve();
      },
    },
    folder: target,
    onProblem: (cause) => (problem = cause),
    log: noLog,
  });
  backups.start();
  await backups.stop();
}

describe('the daily copy of the journal', () => {
  it('is made at the first start, and again when it is a day old', async () => {
    const target = join(folder.path, 'not', 'there yet');
    await checkOnce(target);
    await checkOnce(target);
    const file = join(target, 'journal.db');
    expect(readFileSync(file, 'utf8')).toBe('copy 1');
    const yesterday = Date.now() / 1_000 - 24 * 3_600 - 1;
    utimesSync(file, yesterday, yesterday);
    await checkOnce(target);
    expect(readFileSync(file, 'utf8')).toBe('copy 2');
    expect(existsSync(`${file}.new`)).toBe(false);
    expect(problem).toBeNull();
  });

  it('is made again if the last one is of a clock that was set back since', async () => {
    await checkOnce(folder.path);
    const nextYear = Date.now() / 1_000 + 365 * 24 * 3_600;
    utimesSync(join(folder.path, 'journal.db'), nextYear, nextYear);
    await checkOnce(folder.path);
    expect(copies).toBe(2);
  });

  it('names what prevents it, and that it is made again', async () => {
    const target = join(folder.path, 'target');
    writeFileSync(target, 'a file in place of the folder');
    await checkOnce(target);
    expect(problem).toMatch(/EEXIST/);
    rmSync(target);
    mkdirSync(target);
    await checkOnce(target);
    expect(problem).toBeNull();
    expect(copies).toBe(1);
  });
});
