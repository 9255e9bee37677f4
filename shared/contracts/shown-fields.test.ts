import { expect, it } from 'vitest';
import { z } from 'zod';
import { Role } from '@washdesk/rules/company/roles';
import { allEndpoints } from './all.ts';
import { readingCalls } from './effects.ts';
import type { Endpoint } from './endpoint.ts';

/** The least role value that can make the call: a call without a session needs least. */
const leastOf = ({ access }: Endpoint): number => ('role' in access ? Role[access.role] : access.kind === 'signedIn' ? 1 : 0);

/** Returns the schemas of lists, objects and records in a response, with all that they contain. */
function partsOf(schema: z.ZodType, found = new Set<z.ZodType>()): Set<z.ZodType> {
  if (found.has(schema)) return found;
  if (schema instanceof z.ZodObject) for (const one of Object.values(schema.shape)) partsOf(one as z.ZodType, found.add(schema));
  else if (schema instanceof z.ZodArray) partsOf(schema.element as z.ZodType, found.add(schema));
  else if (schema instanceof z.ZodRecord) found.add(schema);
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) partsOf(one as z.ZodType, found);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    partsOf(schema.unwrap() as z.ZodType, found);
  return found;
}

const isReading = ({ method, id }: Endpoint): boolean => method === 'GET' || readingCalls.includes(id);
const reading = allEndpoints.filter(isReading);
const changing = allEndpoints.filter((endpoint) => !isReading(endpoint));

/** Calls that answer with a part of what the reading call at their address shows to higher roles only. */
const answersLess: Readonly<Record<string, string>> = {
  setCustomerMetadata: 'answers with the key that it wrote',
};

it('a call that changes shows nothing at an address that only higher roles may read', () => {
  const shows = changing.filter((call) => reading.some((one) => one.path === call.path && leastOf(one) > leastOf(call)));
  expect(shows.map(({ id }) => id).toSorted()).toEqual(Object.keys(answersLess).toSorted());
});

it('a call that changes answers with no object that only higher roles may read', () => {
  const leastToRead = new Map<z.ZodType, number>();
  for (const call of reading)
    for (const part of partsOf(call.response)) leastToRead.set(part, Math.min(leastOf(call), leastToRead.get(part) ?? Infinity));
  const shows = changing.filter((call) => [...partsOf(call.response)].some((part) => (leastToRead.get(part) ?? 0) > leastOf(call)));
  expect(shows.map(({ id }) => id)).toEqual([]);
});
