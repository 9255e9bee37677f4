import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export type CsvCell = string | number | null;

/** Rows to be streamed as a CSV file, as quickly as the caller takes them: the memory stays the same however many there are. */
export class CsvFile {
  readonly name: string;
  readonly #columns: readonly string[];
  readonly #rows: AsyncIterable<readonly CsvCell[]>;

  /** @param name with `.csv` at its end */
  constructor(name: string, columns: readonly string[], rows: AsyncIterable<readonly CsvCell[]>) {
    this.name = name;
    this.#columns = columns;
    this.#rows = rows;
  }

  /** UTF-8 with a byte order mark, by which spreadsheets know it; a cell that a spreadsheet would take for a formula begins with `'`. */
  stream(): Readable {
    const lines = stringify({ bom: true, header: true, columns: [...this.#columns], escape_formulas: true, record_delimiter: 'windows' });
    // a caller who leaves ends the reading of rows, and rows that fail end the answer half-way, which the caller sees
    return pipeline(Readable.from(this.#rows), lines, () => undefined);
  }
}
