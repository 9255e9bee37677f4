import { centsToDollars } from '@washdesk/rules/billing/money';
import { grouped } from '@washdesk/rules/text/counts';
import type { CardPlace, ComputedColumn } from '../components/data/columns.ts';
import { Plate } from './codes/plate.tsx';
import { CustomerLink } from './customers/customer-link.tsx';
import { Money } from './money.tsx';
import { useSiteClock } from './sites/site-clock.ts';
import { useSiteNames } from './sites/site-name.tsx';
import { SiteTime } from './sites/site-time.tsx';
import { StatusBadge } from './status/status-badge.tsx';
import type { Tone } from './status/tone.ts';

interface Person {
  customer: string | null;
  name: string | null;
}

/** The customer as the title of a row. */
export const customerColumn = <Row extends Person>(): ComputedColumn<Row> => ({
  title: 'Customer',
  key: 'customer',
  card: 'title',
  value: ({ name }) => name,
  render: (_none, { customer, name }) => (customer ? <CustomerLink id={customer} name={name} /> : '–'),
});

export const plateColumn = <Row extends { plate: string | null }>(): ComputedColumn<Row> => ({
  title: 'Plate',
  key: 'plate',
  card: 'plain',
  value: ({ plate }) => plate,
  render: (_none, { plate }) => (plate ? <Plate code={plate} /> : '–'),
});

interface MoneyOptions<Row> {
  key?: string;
  /** Whether the amounts are summed below. */
  total?: boolean;
  card?: CardPlace;
  render?: (row: Row) => React.ReactNode;
}

/** An amount of cents; dollars in the file. */
export function moneyColumn<Row>(
  title: string,
  centsOf: (row: Row) => number | null,
  { key = title, total = false, card = 'labelled', render }: MoneyOptions<Row> = {},
): ComputedColumn<Row> {
  const cents = (row: Row): number => centsOf(row) ?? 0;
  const shown = (row: Row): React.ReactNode => {
    const amount = centsOf(row);
    return amount === null ? '–' : <Money cents={amount} />;
  };
  return {
    title,
    key,
    card,
    align: 'right',
    value: centsOf,
    text: (row) => (centsOf(row) === null ? '' : (cents(row) / 100).toFixed(2)),
    render: (_none, row) => render?.(row) ?? shown(row),
    ...(total && { total: (rows: readonly Row[]) => centsToDollars(rows.reduce((sum, row) => sum + cents(row), 0)) }),
  };
}

interface CountOptions {
  key?: string;
  /** Whether the counts are summed below. */
  total?: boolean;
  card?: CardPlace;
}

/** A number of things: grouped on the screen, without a comma in the file. */
export const countColumn = <Row,>(
  title: string,
  countOf: (row: Row) => number,
  { key = title, total = false, card = 'labelled' }: CountOptions = {},
): ComputedColumn<Row> => ({
  title,
  key,
  card,
  align: 'right',
  value: countOf,
  render: (_none, row) => grouped(countOf(row)),
  ...(total && { total: (rows: readonly Row[]) => grouped(rows.reduce((sum, row) => sum + countOf(row), 0)) }),
});

interface BadgeOptions {
  key?: string;
  card?: CardPlace;
}

/** A state as a badge; its words in the file. */
export const badgeColumn = <Row,>(
  title: string,
  stateOf: (row: Row) => { tone: Tone; words: string },
  { key = title.toLowerCase(), card = 'end' }: BadgeOptions = {},
): ComputedColumn<Row> => ({
  title,
  key,
  card,
  value: (row) => stateOf(row).words,
  render: (_none, row) => {
    const { tone, words } = stateOf(row);
    return <StatusBadge tone={tone}>{words}</StatusBadge>;
  },
});

interface TimeOptions<Row> {
  key?: string;
  siteOf?: (row: Row) => number | null;
  /** Whether the time of day does not matter. */
  dateOnly?: boolean;
  /** The text for no time. */
  none?: string;
  card?: CardPlace;
  /** Shown instead of the time, unless null; the file has the time. */
  render?: (row: Row) => React.ReactNode;
}

/** Columns whose texts need the sites' names and time zones. */
export function useSiteColumns() {
  const clock = useSiteClock();
  const nameOf = useSiteNames();
  /** The name of a row's site. @param none the text for no site */
  const siteBy = <Row,>(siteOf: (row: Row) => number | null, none?: string): ComputedColumn<Row> => {
    const textOf = (row: Row): string | undefined => {
      const site = siteOf(row);
      return site === null ? none : nameOf(site);
    };
    return { title: 'Site', key: 'site', card: 'plain', value: textOf, render: (_none, row) => textOf(row) ?? '–' };
  };
  return {
    siteBy,
    site: <Row extends { site: number | null }>(none?: string): ComputedColumn<Row> => siteBy<Row>(({ site }) => site, none),
    /** A time of epoch seconds at the row's site. */
    time: <Row,>(
      title: string,
      secondsOf: (row: Row) => number | null,
      { key = title, siteOf = () => null, dateOnly = false, none, card = 'labelled', render }: TimeOptions<Row> = {},
    ): ComputedColumn<Row> => ({
      title,
      key,
      card,
      value: secondsOf,
      text: (row) => {
        const seconds = secondsOf(row);
        if (seconds === null) return none ?? '';
        return dateOnly ? clock.date(seconds, siteOf(row)) : clock.fileTime(seconds, siteOf(row));
      },
      render: (_none, row) => {
        const seconds = secondsOf(row);
        if (seconds === null) return none ?? '–';
        const shown = dateOnly ? clock.date(seconds, siteOf(row)) : <SiteTime seconds={seconds} site={siteOf(row)} />;
        return render?.(row) ?? shown;
      },
    }),
  };
}
