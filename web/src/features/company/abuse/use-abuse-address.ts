import { useSearchParams } from 'react-router-dom';
import { abuseKinds, type AbuseKind } from '@washdesk/rules/abuse/finding';

const states = ['open', 'dismissed', 'confirmed'] as const;
export type ShownState = (typeof states)[number];

/** The list's filter and the open flag, as the URL has them. */
export interface AbuseAddress {
  state: ShownState;
  kind?: AbuseKind | undefined;
  site?: number | undefined;
  customer?: string | undefined;
  flag?: string | undefined;
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined => all.find((one) => one === text);

function read(query: URLSearchParams): AbuseAddress {
  const site = query.get('site');
  return {
    state: oneOf(states, query.get('state')) ?? 'open',
    kind: oneOf(abuseKinds, query.get('kind')),
    site: site !== null && /^\d{1,6}$/.test(site) ? Number(site) : undefined,
    customer: query.get('customer') ?? undefined,
    flag: query.get('flag') ?? undefined,
  };
}

function written(address: AbuseAddress): string {
  const given = Object.entries(address).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `?${new URLSearchParams(given).toString()}`;
}

/** Returns the filter as the query of the API. */
export const abuseQuery = ({ state, kind, site, customer }: AbuseAddress) => ({
  state,
  kind,
  customer,
  ...(site !== undefined && { site: String(site) }),
});

export function useAbuseAddress() {
  const [query, setQuery] = useSearchParams();
  const address = read(query);
  return {
    address,
    filter: (change: Partial<AbuseAddress>): void => setQuery(written({ ...address, flag: undefined, ...change }), { replace: true }),
    /** Returns the URL with another flag open, or none. */
    openAt: (flag: string | undefined): string => written({ ...address, flag }),
  };
}
