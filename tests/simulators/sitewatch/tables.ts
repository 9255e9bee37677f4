export type Value = string | number | boolean | null;

/** Rows of one table, ready to be written; `columns` names the values of each row, in order. */
export interface Table {
  name: string;
  columns: readonly string[];
  rows: Value[][];
}

/** Assigns the OBJIDs of one database. */
export class ObjectIds {
  #last = 0;

  next(): number {
    return (this.#last += 1);
  }

  get last(): number {
    return this.#last;
  }
}

export function newTable(name: string, columns: readonly string[]): Table {
  return { name, columns, rows: [] };
}
