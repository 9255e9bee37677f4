import { globSync } from 'node:fs';
import path from 'node:path';
import { allEndpoints } from './all.ts';
import type { Endpoint } from './endpoint.ts';
import type { BenchMember, Call, Sample } from './samples.fixture.ts';

const files = globSync('*/**/*.samples.ts', { cwd: import.meta.dirname });
const modules = files.map(async (file) => (await import(path.join(import.meta.dirname, file))) as { samples: Record<string, Sample> });
const stated = (await Promise.all(modules)).flatMap(({ samples: ofModule }) => Object.entries(ofModule));
const takesNothing = allEndpoints.filter(({ params, query, body }) => !params && !query && !body);

/** One valid call per contract, by contract id: its sample, or an empty call if the contract takes nothing. */
export const samples: Readonly<Record<string, Sample>> = Object.fromEntries([
  ...takesNothing.map(({ id }) => [id, {}] as const),
  ...stated,
]);

/** The variants of a call that the benchmark makes, by name. A single variant is named ''. */
export type Ways = Readonly<Record<string, (member: BenchMember) => Call>>;

/** Contracts that list, search or look up: all reads, and the searches sent as a body. */
export const lookupEndpoints: readonly Endpoint[] = allEndpoints.filter(
  ({ method, path: address }) => method === 'GET' || (method === 'POST' && address.endsWith('/search')),
);

/** Returns null if the benchmark cannot make the call. */
function waysOf({ bench, notMeasured: _reason, ...call }: Sample): Ways | null {
  if (typeof bench === 'function') return { '': bench };
  return bench ?? (Object.keys(call).length === 0 ? { '': () => ({}) } : null);
}

/** Contracts that the benchmark skips, with the reason. */
export const unmeasuredContracts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(samples).flatMap(([id, { notMeasured }]) => (notMeasured === undefined ? [] : [[id, notMeasured]])),
);

/** Contracts that the benchmark measures. */
export const measured: ReadonlyMap<Endpoint, Ways | null> = new Map(
  lookupEndpoints.filter(({ id }) => !Object.hasOwn(unmeasuredContracts, id)).map((one) => [one, waysOf(samples[one.id] ?? {})]),
);

/** Returns contracts that are neither measured nor skipped with a reason. */
export const missingCalls = (): string[] => [...measured].filter(([, ways]) => ways === null).map(([{ id }]) => id);
