import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { createLog } from './create-log.ts';
import { LineLimit } from './line-limit.ts';
import { LogFile } from './log-file.ts';
import { loggedError } from './logged-error.ts';

let folder: TemporaryFolder;
beforeEach(() => void (folder = temporaryFolder()));
afterEach(() => folder.remove());

const limits = { maxBytes: 1_000, files: 3 };
const inFolder = (): LogFile => new LogFile({ folder: folder.path, ...limits });
const line = (number: number): string => `${JSON.stringify({ number, text: 'x'.repeat(80) })}\n`;
const numbersOf = (lines: string[]): number[] => lines.map((text) => (JSON.parse(text) as { number: number }).number);

describe('the log file', () => {
  it('never takes more than its files, and keeps the newest lines', () => {
    const file = inFolder();
    for (let number = 0; number < 100; number += 1) file.write(line(number));
    expect(readdirSync(folder.path).toSorted()).toEqual(['agent.1.jsonl', 'agent.2.jsonl', 'agent.jsonl']);
    for (const name of readdirSync(folder.path)) expect(statSync(join(folder.path, name)).size).toBeLessThanOrEqual(limits.maxBytes);
    expect(numbersOf(file.last(15))).toEqual(Array.from({ length: 15 }, (_none, index) => 85 + index));
  });

  it('goes on in the file of the run before', () => {
    inFolder().write(line(1));
    const file = inFolder();
    file.write(line(2));
    expect(numbersOf(file.last(10))).toEqual([1, 2]);
  });

  it('costs lines if the disk fails, and continues when it works', () => {
    let now = 0;
    const place = join(folder.path, 'log');
    writeFileSync(place, 'a file in place of the folder');
    const file = new LogFile({ folder: place, ...limits }, () => now);
    file.write(line(1));
    rmSync(place);
    file.write(line(2));
    expect(existsSync(place)).toBe(false);
    now += 10_000;
    file.write(line(3));
    expect(numbersOf(file.last(10))).toEqual([3]);
  });

  it('has no lines before the first', () => {
    mkdirSync(join(folder.path, 'other'));
    expect(inFolder().last(5)).toEqual([]);
  });
});

describe('an error in the log', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:502'), { code: 'ECONNREFUSED' });
  class CloudUnavailable extends Error {
    override readonly name = 'CloudUnavailable';
  }

  it.each([
    ['of the system', refused, { type: 'Error', message: refused.message, code: 'ECONNREFUSED' }],
    [
      'that contains its cause',
      new CloudUnavailable(`The cloud isn’t responding: ${refused.message}`, { cause: refused }),
      { type: 'CloudUnavailable', message: `The cloud isn’t responding: ${refused.message}` },
    ],
    [
      'with another cause',
      new CloudUnavailable('The cloud isn’t responding', { cause: refused }),
      { type: 'CloudUnavailable', message: `The cloud isn’t responding: ${refused.message}` },
    ],
    [
      'of several attempts',
      Object.assign(new AggregateError([refused, refused], ''), { code: 'ECONNREFUSED' }),
      { type: 'AggregateError', message: `${refused.message}, ${refused.message}`, code: 'ECONNREFUSED' },
    ],
    ['that is no error', 'text', 'text'],
  ])('%s has words and no stack', (_case, error, logged) => {
    expect(loggedError(error)).toEqual(logged);
  });

  it('that is a mistake of the program has its stack', () => {
    const stack = expect.stringContaining('log.test.ts');
    expect(loggedError(new TypeError('x is undefined'))).toEqual({ type: 'TypeError', message: 'x is undefined', stack });
    const sqlite = Object.assign(new Error('disk image is malformed'), { code: 'ERR_SQLITE_ERROR' });
    expect(loggedError(sqlite)).toMatchObject({ code: 'ERR_SQLITE_ERROR', stack });
  });
});

describe('the limit of lines', () => {
  it('drops what is too much in a second, and counts it', () => {
    let now = 0;
    const limit = new LineLimit(2, () => now);
    expect([limit.take(), limit.take(), limit.take(), limit.take()].map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
    now = 1_000;
    expect(limit.take()).toEqual({ allowed: true, dropped: 2 });
    expect(limit.take()).toEqual({ allowed: true, dropped: 0 });
  });
});

describe('the log', () => {
  it('is written to the file without card numbers, at most 200 lines a second, none of any length', () => {
    const recent: string[] = [];
    const log = createLog({ level: 'info', site: 12, recent: { add: (text) => recent.push(text) }, file: inFolderOf(1_000_000) });
    log.info({ code: '4111111111111111' }, 'Read');
    log.info({ text: 'y'.repeat(100_000) }, 'Long');
    for (let count = 0; count < 1_000; count += 1) log.error('Again and again');
    const text = readFileSync(join(folder.path, 'agent.jsonl'), 'utf8');
    expect(text).not.toContain('4111111111111111');
    expect(text.length).toBeLessThan(60_000);
    expect(text.split('\n').length).toBeLessThan(1_000);
    expect(recent[0]).toContain('"site":12');
    for (const written of text.trim().split('\n')) JSON.parse(written);
  });
});

const inFolderOf = (maxBytes: number): LogFile => new LogFile({ folder: folder.path, maxBytes, files: 2 });
