import type { ReactNode } from 'react';
import { wordFinder } from '@washdesk/rules/text/find-words';

/**
 * The place of a cell on a phone's card: `title` and `end` are its first line, `plain` and `labelled` values its second, `actions` follow,
 * `hidden` ones are left out.
 */
export type CardPlace = 'title' | 'end' | 'plain' | 'labelled' | 'actions' | 'hidden';

type Primitive = string | number | boolean | null | undefined;

interface CommonColumn<Row> {
  title: string;
  /** The heading above neighboring columns of one subject, such as a site. */
  group?: string;
  align?: 'right';
  /** Whether long text wraps; other columns are as wide as their content. */
  wraps?: boolean;
  card?: CardPlace;
  /** The value for sorting and for the file; default the field's own. */
  value?: (row: Row) => Primitive;
  /** The file's text, if it differs from the value: dollars for cents. */
  text?: (row: Row) => string;
  /** The figure under the column. */
  total?: (rows: readonly Row[]) => ReactNode;
}

/** A column of one field. */
type FieldColumn<Row> = {
  [Field in keyof Row & string]: { key?: string; dataIndex: Field; render?: (value: Row[Field], row: Row) => ReactNode };
}[keyof Row & string];

/** A column of several fields; `actions` is the column of a row's buttons. */
export interface ComputedColumn<Row> extends CommonColumn<Row> {
  key: string;
  dataIndex?: undefined;
  render: (value: undefined, row: Row) => ReactNode;
}

export type Column<Row> = (CommonColumn<Row> & FieldColumn<Row>) | ComputedColumn<Row>;

export interface Sort {
  /** The column's key or field. */
  column: string;
  order: 'asc' | 'desc';
}

/** Returns a cell's value for sorting and the file; null if it has none that is text or a number. */
export function valueOf<Row>({ value, dataIndex }: Column<Row>, row: Row): string | number | null {
  const found: unknown = value ? value(row) : dataIndex === undefined ? null : row[dataIndex];
  if (typeof found === 'boolean') return found ? 'Yes' : 'No';
  return typeof found === 'string' || typeof found === 'number' ? found : null;
}

/** A column's name where its group is not above it: in the file, on a phone's card, for screen readers. */
export const fullTitle = <Row>({ group, title }: Column<Row>): string => (group === undefined ? title : `${group} ${title.toLowerCase()}`);

export const textOf = <Row>(column: Column<Row>, row: Row): string => column.text?.(row) ?? String(valueOf(column, row) ?? '');

const inEnglish = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Returns the rows in the order of a column; rows without a value are last in either order. */
export function rowsBy<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const column = columns.find(({ key, dataIndex }) => (key ?? dataIndex) === sort?.column);
  if (!sort || !column) return rows;
  const sign = sort.order === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(column, one), valueOf(column, other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : inEnglish.compare(String(a), String(b)));
  });
}

/** Returns the rows in which each word of the text occurs, in whatever column. */
export function rowsWith<Row>(rows: readonly Row[], columns: readonly Column<Row>[], text: string): readonly Row[] {
  const isFound = wordFinder(text);
  return rows.filter((row) => isFound(columns.flatMap((column) => [textOf(column, row), String(valueOf(column, row) ?? '')])));
}
