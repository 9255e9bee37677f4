import { describe, expect, it } from 'vitest';
import { lookupEndpoints, missingCalls, samples } from './all-samples.fixture.ts';
import { allEndpoints } from './all.ts';
import type { Endpoint } from './endpoint.ts';

const isGood = ({ id, ...endpoint }: Endpoint): boolean =>
  Object.hasOwn(samples, id) &&
  (['params', 'query', 'body'] as const).every((part) => endpoint[part]?.safeParse(samples[id]?.[part] ?? {}).success ?? true);

describe('the samples', () => {
  it('hold a good call of every contract, and of nothing else', () => {
    expect(allEndpoints.filter((endpoint) => !isGood(endpoint)).map(({ id }) => id)).toEqual([]);
    expect(Object.keys(samples).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted());
  });
});

it('knows of every call that lists, searches or looks up, and of no other', () => {
  expect(missingCalls()).toEqual([]);
  const lookups = new Set(lookupEndpoints.map(({ id }) => id));
  const stated = Object.entries(samples).filter(([, { bench, notMeasured }]) => bench ?? notMeasured);
  expect(stated.map(([id]) => id).filter((id) => !lookups.has(id))).toEqual([]);
});
