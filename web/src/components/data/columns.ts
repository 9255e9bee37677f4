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
  /** Whether long text wraps, to at most two lines until it is pressed; other columns are as wide as their content. */
  wraps?: boolean;
  card?: CardPlace;
  /** The value for sorting and for the file; default for sorting the field's own. */
  value?: (row: Row) => Primitive;
  /** The file's text, if it differs from the value: dollars for cents. */
  text?: (row: Row) => string;
  /** False for a column of buttons that is not in the file. */
  inFile?: false;
  /** The figure under the column. */
  total?: (rows: readonly Row[]) => ReactNode;
}

/** A cell that renders more than text, such as a badge, also says what the file has. */
type Content<Row, Value> =
  | { render: (value: Value, row: Row) => string | number | null | undefined }
  | { render: (value: Value, row: Row) => ReactNode; value: (row: Row) => Primitive }
  | { render: (value: Value, row: Row) => ReactNode; text: (row: Row) => string }
  | { render: (value: Value, row: Row) => ReactNode; inFile: false };

/** A column of one field. */
type FieldColumn<Row> = {
  [Field in keyof Row & string]: { key?: string; dataIndex: Field } & (Content<Row, Row[Field]> | { render?: undefined });
}[keyof Row & string];

/** A column of several fields. */
export type ComputedColumn<Row> = CommonColumn<Row> & { key: string; dataIndex?: undefined } & Content<Row, undefined>;

/** The column of a row's buttons. */
export interface ActionsColumn<Row> extends CommonColumn<Row> {
  key: 'actions';
  dataIndex?: undefined;
  render: (value: undefined, row: Row) => ReactNode;
}

/** A column of a list that has a file. */
export type Column<Row> = (CommonColumn<Row> & FieldColumn<Row>) | ComputedColumn<Row> | ActionsColumn<Row>;

/** A column of a list without a file. */
export type ScreenColumn<Row> = CommonColumn<Row> &
  (
    | {
        [Field in keyof Row & string]: { key?: string; dataIndex: Field; render?: (value: Row[Field], row: Row) => ReactNode };
      }[keyof Row & string]
    | { key: string; dataIndex?: undefined; render: (value: undefined, row: Row) => ReactNode }
  );

export interface Sort {
  /** The column's key or field. */
  column: string;
  order: 'asc' | 'desc';
}

/** Stands for no value on the screen; the file's cell is then empty. */
export const noValue = '–';

/** Returns what a cell shows. */
export function contentOf<Row>(column: ScreenColumn<Row>, row: Row): ReactNode {
  if (column.render) return column.render((column.dataIndex === undefined ? undefined : row[column.dataIndex]) as never, row);
  return valueOf(column, row) ?? noValue;
}

/** Returns a cell's value for sorting; null if it has none that is text or a number. */
export function valueOf<Row>({ value, dataIndex }: ScreenColumn<Row>, row: Row): string | number | null {
  const found: unknown = value ? value(row) : dataIndex === undefined ? null : row[dataIndex];
  if (typeof found === 'boolean') return found ? 'Yes' : 'No';
  return typeof found === 'string' || typeof found === 'number' ? found : null;
}

/** A column's name where its group is not above it: in the file, on a phone's card, for screen readers. */
export const fullTitle = <Row>({ group, title }: ScreenColumn<Row>): string =>
  group === undefined ? title : `${group} ${title.toLowerCase()}`;

/** Returns a cell's text for the file: `text`, otherwise `value`, otherwise what the cell shows. */
export function textOf<Row>(column: ScreenColumn<Row>, row: Row): string {
  const text = column.text?.(row) ?? (column.value ? valueOf(column, row) : shownText(column, row));
  return text === null || text === noValue ? '' : String(text);
}

function shownText<Row>(column: ScreenColumn<Row>, row: Row): string | number | null {
  const shown = contentOf(column, row);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : valueOf(column, row);
}

export const isInFile = <Row>({ key, inFile }: ScreenColumn<Row>): boolean => key !== 'actions' && inFile !== false;

const inEnglish = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Returns the rows in the order of a column; rows without a value are last in either order. */
export function rowsBy<Row>(rows: readonly Row[], columns: readonly ScreenColumn<Row>[], sort: Sort | null): readonly Row[] {
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
export function rowsWith<Row>(rows: readonly Row[], columns: readonly ScreenColumn<Row>[], text: string): readonly Row[] {
  const isFound = wordFinder(text);
  return rows.filter((row) => isFound(columns.flatMap((column) => [textOf(column, row), String(valueOf(column, row) ?? '')])));
}
