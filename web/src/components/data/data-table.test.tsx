import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadedCsv } from '../../testing/files.ts';
import { WithoutStyles } from '../../testing/screen.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';

interface Bill {
  id: string;
  name: string | null;
  cents: number;
}

const columns: Column<Bill>[] = [
  { title: 'Customer', dataIndex: 'name', card: 'title' },
  {
    title: 'Due',
    dataIndex: 'cents',
    align: 'right',
    render: (cents) => `$${cents / 100}`,
    text: ({ cents }) => (cents / 100).toFixed(2),
    total: (rows) => `$${rows.reduce((sum, { cents }) => sum + cents, 0) / 100}`,
  },
  { title: 'Actions', key: 'actions', render: (_none, { id }) => <button type="button">Collect {id}</button> },
];
const bills: Bill[] = [
  { id: 'b', name: 'Bo 10', cents: 500 },
  { id: 'n', name: null, cents: 100 },
  { id: 'a', name: 'bo 9', cents: 2_500 },
];

type Props = Parameters<typeof DataTable<Bill>>[0];
const show = (more: Partial<Props> = {}) => {
  const props = { columns, rowKey: 'id', rows: bills, empty: 'No payments due', file: null, ...more } as Props;
  render(<DataTable {...props} />, { wrapper: WithoutStyles });
};
const order = () => [...document.querySelectorAll('tbody tr')].map((row) => row.getAttribute('data-row-key'));
const header = (name: string) => screen.getByRole('columnheader', { name });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a list', () => {
  it('is sorted by a column, the other way by a second press, and rows without a value are last', async () => {
    show();
    expect(order()).toEqual(['b', 'n', 'a']);
    await userEvent.click(screen.getByRole('button', { name: 'Customer' }));
    expect(order()).toEqual(['a', 'b', 'n']);
    expect(header('Customer').getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Customer' }));
    expect(order()).toEqual(['b', 'a', 'n']);
    await userEvent.click(screen.getByRole('button', { name: 'Due' }));
    expect(order()).toEqual(['a', 'b', 'n']);
    expect(header('Customer').getAttribute('aria-sort')).toBe('none');
    expect(header('Actions').getAttribute('aria-sort')).toBeNull();
  });

  it('of which these are not all is neither sorted nor summed', () => {
    show({ partial: true });
    expect(screen.queryByRole('button', { name: 'Due' })).toBeNull();
    expect(document.querySelector('tfoot')).toBeNull();
  });

  it('leaves a missing value out of a phone’s card, but not its title', () => {
    const places: Column<Bill>[] = [{ title: 'Sold by', dataIndex: 'name' }, ...columns];
    show({ columns: places });
    const placesOf = (row: string) =>
      [...document.querySelectorAll(`[data-row-key=${row}] td`)].map((cell) => cell.getAttribute('data-card'));
    expect(placesOf('b')).toEqual(['labelled', 'title', 'labelled', 'actions']);
    expect(placesOf('n')).toEqual(['hidden', 'title', 'labelled', 'actions']);
  });

  it('cuts a long text to two lines, and shows the rest by a press', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #measure: () => void;
        constructor(measure: () => void) {
          this.#measure = measure;
        }
        observe(): void {
          this.#measure();
        }
        disconnect(): void {}
      },
    );
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: Element) {
      return this.textContent === 'Bo 10' ? 63 : 42;
    });
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(42);
    show({ columns: [{ title: 'Bank response', dataIndex: 'name', wraps: true }] });
    const long = await screen.findByRole('button', { name: 'Bo 10' });
    expect(long.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(long);
    expect(long.getAttribute('aria-expanded')).toBe('true');
    expect(screen.queryByRole('button', { name: 'bo 9' })).toBeNull();
  });

  it('has totals, and says that it is empty or loading', () => {
    show();
    expect(within(document.querySelector('tfoot')!).getByText('$31')).toBeTruthy();
    cleanup();
    show({ rows: [] });
    expect(screen.getByText('No payments due')).toBeTruthy();
    cleanup();
    show({ rows: undefined });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('No payments due')).toBeNull();
    cleanup();
    show({ rows: undefined, failed: true });
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('has a heading above the columns of a group, and names each column by both', async () => {
    const [customer, due] = columns as [Column<Bill>, Column<Bill>];
    const grouped = [customer, ...['Joliet', 'Merrillville'].map((group) => ({ ...due, group, key: group }) as Column<Bill>)];
    show({ columns: grouped });
    const above = [...document.querySelectorAll('thead tr:first-child td')].map((cell) => cell.textContent);
    expect(above).toEqual(['', 'Joliet', 'Merrillville']);
    expect(screen.getByRole('button', { name: 'Merrillville due' })).toBeTruthy();
    expect(document.querySelector('td[data-label="Joliet due"]')).toBeTruthy();
  });

  it('opens the details of a row that has some', async () => {
    show({ details: ({ id }) => (id === 'n' ? null : <p>More of {id}</p>) });
    const buttons = screen.getAllByRole('button', { name: 'Details' });
    expect(buttons).toHaveLength(2);
    await userEvent.click(buttons[1]!);
    expect(screen.getByText('More of a')).toBeTruthy();
    expect(screen.queryByText('More of b')).toBeNull();
    expect(buttons[1]!.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(buttons[1]!);
    expect(screen.queryByText('More of a')).toBeNull();
  });

  it('shows 30 rows, then 60 more at a press', async () => {
    show({ rows: Array.from({ length: 60 }, (_one, index) => ({ id: String(index), name: 'Bo', cents: index })) });
    expect(order()).toHaveLength(30);
    await userEvent.click(screen.getByRole('button', { name: 'Show 30 More' }));
    expect(order()).toHaveLength(60);
  });
});

describe('a list longer than a page', () => {
  const many: Bill[] = Array.from({ length: 60 }, (_one, index) => ({
    id: String(index),
    name: index === 41 ? 'Müller, Zoë CXG3529-IL' : index < 3 ? 'Ada' : `Bo ${index}`,
    cents: index * 100,
  }));
  const filter = () => screen.getByRole('textbox', { name: 'Filter the list' });

  it('is filtered by words of any column, with or without signs and accents, over all its rows', async () => {
    show({ rows: many });
    await userEvent.type(filter(), 'muller zoe');
    expect(order()).toEqual(['41']);
    expect(screen.getByRole('status').textContent).toBe('1 of 60');
    expect(document.querySelector('tfoot')).toBeNull();
    for (const words of ['cxg3529il', 'CXG 3529', '41.00']) {
      await userEvent.clear(filter());
      await userEvent.type(filter(), words);
      expect(order(), words).toEqual(['41']);
    }
    await userEvent.clear(filter());
    await userEvent.type(filter(), 'nobody');
    expect(screen.getByText('Nothing matches')).toBeTruthy();
    expect(screen.queryByText('No payments due')).toBeNull();
  });

  it('has totals of the rows that are found', async () => {
    show({ rows: many });
    await userEvent.type(filter(), 'ada');
    expect(order()).toEqual(['0', '1', '2']);
    expect(within(document.querySelector('tfoot')!).getByText('$3')).toBeTruthy();
  });

  it('has no filter where these are not all rows, nor where it is short', () => {
    for (const more of [{ partial: true }, { filter: false }]) {
      show({ rows: many, ...more });
      expect(screen.queryByRole('textbox')).toBeNull();
      cleanup();
    }
    show();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the file of a list', () => {
  const files: Blob[] = [];
  beforeEach(() => {
    files.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:file';
    });
  });

  it('has the shown columns and order, without actions, and no formula', async () => {
    show({
      file: 'due',
      rows: [{ id: 'x', name: '=1+1, "x"', cents: 1_250 }, ...bills.slice(0, 2), { id: 'm', name: '-1+1', cents: -300 }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Due' }));
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await files[0]!.text()).toBe('Customer,Due\r\n"\'=1+1, ""x""",12.50\r\nBo 10,5.00\r\n,1.00\r\n\'-1+1,-3.00\r\n');
  });

  it('has the words that the screen shows', async () => {
    const worded: Column<Bill>[] = [
      { title: 'Customer', dataIndex: 'name', render: (name) => name ?? '–' },
      { title: 'Kind', key: 'kind', render: (_none, { cents }) => (cents > 400 ? 'Large' : 'Small') },
      { title: 'State', key: 'state', value: () => 'Due', render: () => <b>!</b> },
      { title: 'Receipt', key: 'receipt', inFile: false, render: () => <button type="button">Receipt</button> },
    ];
    show({ file: 'due', label: 'Payments due', columns: worded, rows: bills.slice(0, 2) });
    expect(await downloadedCsv('Download CSV: Payments due')).toEqual(['Customer,Kind,State', 'Bo 10,Large,Due', ',Small,Due']);
  });

  it('has all rows of a list that is read in pages', async () => {
    show({ file: 'due', partial: true, allRows: () => Promise.resolve(bills) });
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect((await files[0]!.text()).split('\r\n')).toHaveLength(5);
  });

  it('that cannot be read says so', async () => {
    show({ file: 'due', allRows: () => Promise.reject(new Error('offline')) });
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t download the file');
  });
});
