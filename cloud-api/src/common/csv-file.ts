import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export type CsvCell = string | number | null;

/** Rows streamed as a CSV file at the caller's pace: memory use does not depend on their number. */
export class CsvFile {
  readonly name: string;
  readonly #columns: readonly string[];
  readonly #rows: AsyncIterable<readonly CsvCell[]>;

  /** @param name including `.csv` */
  constructor(name: string, columns: readonly string[], rows: AsyncIterable<readonly CsvCell[]>) {
    this.name = name;
    this.#columns = columns;
    this.#rows = rows;
  }

  /**
   * UTF-8 with a byte order mark for spreadsheets. A cell that a spreadsheet would take for a formula starts with `'`.
   * @param beforeSent is called with each part of the rows before it is sent
   */
  stream(beforeSent?: (rows: readonly (readonly CsvCell[])[]) => Promise<void>): Readable {
    const lines = stringify({ bom: true, header: true, columns: [...this.#columns], escape_formulas: true, record_delimiter: 'windows' });
    // if the caller disconnects, reading stops; if reading fails, the response breaks off, which the caller notices
    return pipeline(Readable.from(beforeSent ? inParts(this.#rows, beforeSent) : this.#rows), lines, () => undefined);
  }
}

const rowsOfPart = 500;

async function* inParts(rows: AsyncIterable<readonly CsvCell[]>, beforeSent: (rows: readonly (readonly CsvCell[])[]) => Promise<void>) {
  let part: (readonly CsvCell[])[] = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length < rowsOfPart) continue;
    await beforeSent(part);
    yield* part;
    part = [];
  }
  if (part.length > 0) await beforeSent(part);
  yield* part;
}
