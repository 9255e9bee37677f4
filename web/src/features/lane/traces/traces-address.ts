import { useSearchParams } from 'react-router-dom';
import type { TracesOf } from '../../../domain/traces/traces-path.ts';

/** The search in the URL, and which of its traces is open. */
export interface TracesAddress extends TracesOf {
  open?: string | undefined;
}

const names = ['site', 'lane', 'gate', 'code', 'customer', 'id', 'from', 'until'] as const;
type SearchName = (typeof names)[number];

const numberOf = (text: string | null): number | undefined => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined);
const instantOf = (text: string | null): string | undefined =>
  text === null || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();

function read(query: URLSearchParams): TracesAddress {
  const textOf = (name: string): string | undefined => query.get(name) || undefined;
  return {
    site: numberOf(query.get('site')),
    lane: numberOf(query.get('lane')),
    gate: textOf('gate'),
    code: textOf('code'),
    customer: textOf('customer'),
    id: textOf('id'),
    from: instantOf(query.get('from')),
    until: instantOf(query.get('until')),
    open: textOf('open'),
  };
}

function written(address: TracesAddress): string {
  const given = Object.entries(address).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `?${new URLSearchParams(given).toString()}`;
}

/** Returns the search as the query of the API. */
export function traceQuery(address: TracesAddress): Partial<Record<SearchName, string>> {
  return Object.fromEntries(names.flatMap((name) => (address[name] === undefined ? [] : [[name, String(address[name])]])));
}

export function useTracesAddress() {
  const [query, setQuery] = useSearchParams();
  const address = read(query);
  return {
    address,
    /** Starts another search. */
    search: (of: TracesOf): void => setQuery(written(of)),
    /** Returns the URL of this search with another trace open, or none. */
    openAt: (open: string | undefined): string => written({ ...address, open }),
    /** Returns the URL of another search. */
    searchAt: (of: TracesOf): string => written(of),
  };
}
