import { globSync } from 'node:fs';
import path from 'node:path';
import { allEndpoints } from './all.ts';
import type { Endpoint } from './endpoint.ts';
import type { BenchMember, Call, Sample } from './samples.fixture.ts';

const files = globSync('*/*.samples.ts', { cwd: import.meta.dirname });
const modules = files.map(async (file) => (await import(path.join(import.meta.dirname, file))) as { samples: Record<string, Sample> });
const stated = (await Promise.all(modules)).flatMap(({ samples: ofModule }) => Object.entries(ofModule));
const takesNothing = allEndpoints.filter(({ params, query, body }) => !params && !query && !body);

/** One good call of every contract, by the contract's id: its sample, or an empty call where it takes nothing. */
export const samples: Readonly<Record<string, Sample>> = Object.fromEntries([
  ...takesNothing.map(({ id }) => [id, {}] as const),
  ...stated,
]);

/** The ways in which the benchmark makes a call, by name; the only way of a call has the name ''. */
export type Ways = Readonly<Record<string, (member: BenchMember) => Call>>;

/** Every contract that lists, searches or looks up: what reads, and the searches that are sent as a body. */
export const lookupEndpoints: readonly Endpoint[] = allEndpoints.filter(
  ({ method, path: address }) => method === 'GET' || (method === 'POST' && address.endsWith('/search')),
);

/** Null where the benchmark does not know how to make the call. */
function waysOf({ bench, notMeasured: _reason, ...call }: Sample): Ways | null {
  if (typeof bench === 'function') return { '': bench };
  return bench ?? (Object.keys(call).length === 0 ? { '': () => ({}) } : null);
}

/** Contracts that the benchmark leaves out, with the reason. */
export const unmeasuredContracts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(samples).flatMap(([id, { notMeasured }]) => (notMeasured === undefined ? [] : [[id, notMeasured]])),
);

/** Contracts that the benchmark measures. */
export const measured: ReadonlyMap<Endpoint, Ways | null> = new Map(
  lookupEndpoints.filter(({ id }) => !Object.hasOwn(unmeasuredContracts, id)).map((one) => [one, waysOf(samples[one.id] ?? {})]),
);

/** Contracts that are neither measured nor left out for a reason. */
export const missingCalls = (): string[] => [...measured].filter(([, ways]) => ways === null).map(([{ id }]) => id);
