import { useSearchParams } from 'react-router-dom';
import { salesOrders, soldLists, type SalesOrder, type SoldList } from '@washdesk/contracts/company/sales';

/** The state in the URL, so that a list works with the browser's Back button and can be bookmarked and shared. */
export interface SalesAddress {
  /** Days; null for the default period. */
  from: string | null;
  to: string | null;
  /** Null for every site. */
  site: number | null;
  sort: SalesOrder;
  order: 'asc' | 'desc';
  /** The list behind a figure; null shows the figures. */
  list: SoldList | null;
  seller: string | null;
  reason: string | null;
}

const day = /^\d{4}-\d\d-\d\d$/;
const oneOf = <T extends string>(given: string | null, all: readonly T[]): T | null => all.find((one) => one === given) ?? null;

function read(query: URLSearchParams): SalesAddress {
  const dayOf = (name: string): string | null => (day.test(query.get(name) ?? '') ? query.get(name) : null);
  const sort = oneOf(query.get('sort'), salesOrders) ?? 'signUps';
  return {
    from: dayOf('from'),
    to: dayOf('to'),
    site: /^\d{1,6}$/.test(query.get('site') ?? '') ? Number(query.get('site')) : null,
    sort,
    order: oneOf(query.get('order'), ['asc', 'desc'] as const) ?? (sort === 'name' ? 'asc' : 'desc'),
    list: oneOf(query.get('list'), soldLists),
    seller: query.get('seller') || null,
    reason: query.get('reason') || null,
  };
}

function written(address: Partial<SalesAddress>): string {
  const given = Object.entries(address).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return `?${new URLSearchParams(given).toString()}`;
}

/** Returns the period as query parameters. */
export const periodQuery = ({ from, to, site }: SalesAddress) => ({
  ...(from !== null && { from }),
  ...(to !== null && { to }),
  ...(site !== null && { site: String(site) }),
});

export function useSalesAddress() {
  const [query, setQuery] = useSearchParams();
  const address = read(query);
  return {
    address,
    /** Changes the period or order of what is shown. */
    change: (part: Partial<SalesAddress>): void => setQuery(written({ ...address, ...part }), { replace: true }),
    /** Returns the URL of the list behind a figure, or of the figures for null. */
    listAt: (list: SoldList | null, of: Partial<Pick<SalesAddress, 'seller' | 'reason'>> = {}): string =>
      written({ ...address, list, seller: of.seller ?? null, reason: of.reason ?? null }),
  };
}
