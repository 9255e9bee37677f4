import { Button } from 'antd';
import { Fragment, useState, type ReactNode } from 'react';
import { contentOf, fullTitle, noValue, rowsBy, rowsWith, type Column, type ScreenColumn, type Sort } from './columns.ts';
import { FileButton } from './file-button.tsx';
import { ListFilter } from './list-filter.tsx';
import { LongText } from './long-text.tsx';
import styles from './data-table.module.css';

/** A list whose rows are not loaded yet says whether reading them failed: it is then left out, beside the screen's failure. */
type Rows<Row> = { rows: readonly Row[]; failed?: boolean } | { rows: readonly Row[] | undefined; failed: boolean };

/**
 * The name of the CSV file, without its ending. A list of some rows reads all for it. Null for a list whose file is elsewhere on the screen,
 * or that needs none (docs/rules/screens.md#lists).
 */
type FileOf<Row> =
  | { file: string; columns: readonly Column<Row>[]; partial?: false; allRows?: undefined }
  | { file: string; columns: readonly Column<Row>[]; partial: boolean; allRows: () => Promise<readonly Row[]> }
  | { file: null; columns: readonly ScreenColumn<Row>[]; partial?: boolean; allRows?: undefined };

type DataTableProps<Row> = Rows<Row> & FileOf<Row> & ListProps<Row>;

interface ListProps<Row> {
  /** The accessible name of the table and of its file. */
  label?: string;
  rowKey: (keyof Row & string) | ((row: Row) => string);
  /** Shown if there is no row. */
  empty: ReactNode;
  /** Whether newer rows are loading. */
  busy?: boolean;
  /** The order at first; the order of `rows` if omitted. */
  sort?: Sort;
  /** Sorts at the server: `sort` is then the current order. */
  onSort?: (sort: Sort) => void;
  rowClassName?: (row: Row) => string | undefined;
  /** False on a screen that filters the rows itself; otherwise a complete list longer than a page has a filter. */
  filter?: boolean;
  /** What a row's Details button shows below it; null for a row without. */
  details?: (row: Row) => ReactNode;
}

/** How many rows are shown at once; the rest follow by a button, so that no list is endless on a phone. */
const step = 30;

/**
 * A list: sortable columns as wide as their content, and a card of two lines per row on a phone (docs/rules/screens.md#lists).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    rowKey,
    rows,
    failed = false,
    empty,
    busy = false,
    partial = false,
    filter = true,
    onSort,
    file,
    allRows,
    rowClassName,
    details,
  } = props;
  const columns: readonly ScreenColumn<Row>[] = props.columns;
  const [own, setOwn] = useState<Sort | null>(props.sort ?? null);
  const sort = onSort ? (props.sort ?? null) : own;
  const [most, setMost] = useState(step);
  const [wanted, setWanted] = useState('');
  const isFiltered = filter && !partial && (rows?.length ?? 0) > step;
  const found = isFiltered ? rowsWith(rows ?? [], columns, wanted) : (rows ?? []);
  const sorted = partial || onSort ? found : rowsBy(found, columns, sort);
  const isWaiting = rows === undefined || (busy && rows.length === 0);
  const shown = sorted.slice(0, most);
  const keyOf = (row: Row): string => (typeof rowKey === 'function' ? rowKey(row) : String(row[rowKey]));
  const [opened, setOpened] = useState<readonly string[]>([]);
  const toggle = (key: string): void => setOpened(opened.includes(key) ? opened.filter((one) => one !== key) : [...opened, key]);
  const titled = columns.some(({ card }) => card === 'title')
    ? columns
    : columns.map((column, index) => (index === 0 ? { ...column, card: 'title' as const } : column));
  const width = columns.length + (details ? 1 : 0);
  const hasTotals = !partial && shown.length > 1 && columns.some(({ total }) => total);
  if (rows === undefined && failed) return null;
  return (
    <div className={styles.frame}>
      {isFiltered && (
        <div className={styles.filter}>
          <ListFilter label="Filter the list" placeholder="Filter the list" value={wanted} onChange={setWanted} />
          {wanted.trim() !== '' && <span role="status">{`${found.length} of ${rows?.length}`}</span>}
        </div>
      )}
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={label} aria-busy={busy || rows === undefined}>
          <thead>
            {columns.some(({ group }) => group !== undefined) && <Groups columns={columns} />}
            <tr>
              {columns.map((column) => (
                <Heading key={idOf(column)} column={column} sort={sort} onSort={onSort ?? (partial ? null : setOwn)} />
              ))}
              {details && <th scope="col" className={styles.actions} />}
            </tr>
          </thead>
          <tbody>
            {isWaiting && <Placeholder columns={width} />}
            {!isWaiting && found.length === 0 && (
              <tr className={styles.empty}>
                <td colSpan={width}>{rows?.length === 0 ? empty : 'Nothing matches'}</td>
              </tr>
            )}
            {shown.map((row) => {
              const key = keyOf(row);
              const more = details?.(row) ?? null;
              return (
                <Fragment key={key}>
                  <tr data-row-key={key} className={rowClassName?.(row)}>
                    {titled.map((column) => (
                      <Cell key={idOf(column)} column={column}>
                        {contentOf(column, row)}
                      </Cell>
                    ))}
                    {details && (
                      <td className={styles.actions} data-card="actions">
                        {more !== null && (
                          <Button aria-expanded={opened.includes(key)} onClick={() => toggle(key)}>
                            Details
                          </Button>
                        )}
                      </td>
                    )}
                  </tr>
                  {more !== null && opened.includes(key) && (
                    <tr>
                      <td className={styles.details} colSpan={width}>
                        {more}
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
          {hasTotals && (
            <tfoot>
              <tr>
                {columns.map((column, index) => (
                  <Cell key={idOf(column)} column={column}>
                    {column.total?.(sorted) ?? (index === 0 ? 'Total' : null)}
                  </Cell>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {(sorted.length > most || (file !== null && sorted.length > 0)) && (
        <div className={styles.foot}>
          {sorted.length > most && (
            <Button onClick={() => setMost(most + 2 * step)}>{`Show ${Math.min(2 * step, sorted.length - most)} More`}</Button>
          )}
          {file !== null && sorted.length > 0 && <FileButton file={file} label={label} columns={columns} rows={sorted} allRows={allRows} />}
        </div>
      )}
    </div>
  );
}

const idOf = <Row,>({ key, dataIndex, title }: ScreenColumn<Row>): string => key ?? dataIndex ?? title;

/** The row above the headings. Screen readers get each column's full title instead. */
function Groups<Row>({ columns }: { columns: readonly ScreenColumn<Row>[] }) {
  const groups: { id: string; group: string | undefined; columns: number }[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last && last.group === column.group) last.columns += 1;
    else groups.push({ id: idOf(column), group: column.group, columns: 1 });
  }
  return (
    <tr aria-hidden="true">
      {groups.map((one) => (
        <td key={one.id} colSpan={one.columns} className={one.group === undefined ? undefined : styles.group}>
          {one.group}
        </td>
      ))}
    </tr>
  );
}

interface HeadingProps<Row> {
  column: ScreenColumn<Row>;
  sort: Sort | null;
  /** Null if the list cannot be sorted here. */
  onSort: ((sort: Sort) => void) | null;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const id = idOf(column);
  const isSortable = onSort !== null && (column.value !== undefined || column.dataIndex !== undefined);
  const order = sort?.column === id ? sort.order : null;
  // the largest amount is what is looked for
  const first = column.align === 'right' ? 'desc' : 'asc';
  const className = `${column.align === 'right' ? styles.right : ''} ${column.key === 'actions' ? styles.actions : ''}`;
  if (!isSortable)
    return (
      <th scope="col" className={className}>
        {column.title}
      </th>
    );
  return (
    <th scope="col" className={className} aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}>
      <button
        type="button"
        aria-label={column.group === undefined ? undefined : fullTitle(column)}
        className={styles.sort}
        onClick={() => onSort({ column: id, order: order === null ? first : order === 'asc' ? 'desc' : 'asc' })}
        data-order={order ?? undefined}
      >
        {column.title}
      </button>
    </th>
  );
}

function Cell<Row>({ column, children }: { column: ScreenColumn<Row>; children: ReactNode }) {
  const { align, wraps, card = column.key === 'actions' ? 'actions' : 'labelled' } = column;
  const classes = [align === 'right' && styles.right, wraps && styles.wraps, column.key === 'actions' && styles.actions];
  return (
    <td
      className={classes.filter(Boolean).join(' ') || undefined}
      data-card={children === noValue && (card === 'labelled' || card === 'plain') ? 'hidden' : card}
      data-label={card === 'labelled' ? fullTitle(column) : undefined}
    >
      {wraps && typeof children === 'string' ? <LongText>{children}</LongText> : children}
    </td>
  );
}

function Placeholder({ columns }: { columns: number }) {
  return [1, 2, 3, 4].map((row) => (
    <tr key={row} className={styles.placeholder} aria-hidden="true">
      <td colSpan={columns}>
        <span />
      </td>
    </tr>
  ));
}
