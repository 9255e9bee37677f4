import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CsvFile, type CsvCell } from './csv-file.ts';

async function* rows(...given: CsvCell[][]) {
  yield* given;
}

// with the byte order mark, which decoders remove
const text = async (file: Readable): Promise<string> => (await buffer(file)).toString();

const fileOf = (given: AsyncIterable<CsvCell[]>) => new CsvFile('people.csv', ['Name', 'Count'], given).stream();

describe('a CSV file', () => {
  it('has a heading and quotes what needs it', async () => {
    expect(await text(fileOf(rows(['Okafor, "Ada"', 3], [null, 0])))).toBe('\uFEFFName,Count\r\n"Okafor, ""Ada""",3\r\n,0\r\n');
    expect(await text(fileOf(rows()))).toBe('\uFEFFName,Count\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes %j harmless for a spreadsheet', async (cell) => {
    expect(await text(fileOf(rows([cell, 1])))).toContain(`'${cell}`);
  });

  it('reads no further row after the reader has closed the file', async () => {
    let read = 0;
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield [`row ${(read += 1)}`, read];
      } finally {
        ended = true;
      }
    }
    const file = fileOf(endless());
    for await (const part of file) if (String(part).length > 0) break;
    await new Promise(setImmediate);
    expect(ended).toBe(true);
    const then = read;
    await new Promise(setImmediate);
    expect(read).toBe(then);
  });

  it('reads rows only as fast as the reader consumes them', async () => {
    let read = 0;
    async function* many() {
      while (read < 1_000_000) yield [`row ${(read += 1)}`, read];
    }
    const file = fileOf(many());
    file.read();
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise(setImmediate);
    const then = read;
    expect(then).toBeLessThan(20_000);
    for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);
    expect(read).toBe(then);
    file.destroy();
  });

  it('fails where its rows fail', async () => {
    async function* failing() {
      yield ['first', 1];
      throw new Error('the database is away');
    }
    await expect(text(fileOf(failing()))).rejects.toThrow('the database is away');
  });
});
