import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolledRegister, signedIn, signedInMember, withCookies, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, refusal, send, type Answer } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { withValueAt, brokenJson, hostileTexts, hostileValues, pathsIn } from '@washdesk/cloud-api/testing/hostile';
import { allEndpoints } from '@washdesk/contracts/all';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Sample } from '@washdesk/contracts/samples.fixture';
import { Role, rolesFromNames, roleNames } from '@washdesk/rules/company/roles';
import { rowCounts, rowsBefore } from './row-counts.ts';

let cloud: Cloud;
let anyone: Headers;

beforeAll(async () => {
  cloud = await startCloud();
  // a user with all rights: a rejection then means bad input
  anyone = {
    ...(await signedIn(cloud, { roles: rolesFromNames(roleNames) | Role.Admin })),
    ...withCookies(await enrolledRegister(cloud), await signedInMember(cloud)),
  };
});
afterAll(() => cloud.stop());

/** A valid call with one changed value. */
interface BentCall {
  /** Describes the value and its place. */
  name: string;
  value: string;
  place: string;
  part: 'params' | 'query' | 'body';
  /** The outermost changed field; empty if the whole part was changed. */
  field: string;
  sample: Sample;
}

const namesOf = (value: string, place: string): Pick<BentCall, 'name' | 'value' | 'place'> => ({
  name: `${value} as ${place}`,
  value,
  place,
});

function bentTexts(endpoint: Endpoint, part: 'params' | 'query'): BentCall[] {
  const sample = samples[endpoint.id] ?? {};
  return Object.keys(endpoint[part]?.shape ?? {}).flatMap((field) =>
    Object.entries(hostileTexts)
      // without its text the segment is missing, and the address is another
      .filter(([, text]) => part === 'query' || text !== '')
      .map(([value, text]) => ({
        ...namesOf(value, `${part}.${field}`),
        part,
        field,
        sample: { ...sample, [part]: { ...sample[part], [field]: text } },
      })),
  );
}

function bentBodies(endpoint: Endpoint): BentCall[] {
  if (!endpoint.body) return [];
  const sample = samples[endpoint.id] ?? {};
  return pathsIn(sample.body).flatMap((place) =>
    Object.entries(hostileValues).map(([name, value]) => ({
      ...namesOf(name, `body.${place.join('.')}`),
      part: 'body' as const,
      field: String(place[0] ?? ''),
      sample: { ...sample, body: withValueAt(sample.body, place, value) },
    })),
  );
}

const bentCalls = (endpoint: Endpoint): BentCall[] => [
  ...bentTexts(endpoint, 'params'),
  ...bentTexts(endpoint, 'query'),
  ...bentBodies(endpoint),
];

/** Whether the contract itself admits the changed part; JSON first, as on the wire. */
function admitted(endpoint: Endpoint, { part, sample }: BentCall): boolean {
  const text = JSON.stringify(sample[part]);
  return endpoint[part]?.safeParse(text === undefined ? undefined : JSON.parse(text)).success ?? true;
}

/** Omits an optional key, so that each call is executed and not replayed. */
const needsKey = ({ idempotency }: Endpoint): boolean => idempotency === 'required' || idempotency === 'whenRedeeming';

function sendSample(endpoint: Endpoint, { params = {}, query = {}, body }: Sample): Promise<Answer> {
  const search = new URLSearchParams(query).toString();
  return send(cloud.url, {
    method: endpoint.method,
    path: `${pathOf(endpoint, params)}?${search}`,
    headers: { ...anyone, ...(needsKey(endpoint) && { 'idempotency-key': 'key-of-bad-input' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Runs a few at a time, so that the test runner is not the only busy process. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/**
 * Returns one rejected call for each place: the same code rejects every wrong value. The number of the endpoint makes it another value from
 * place to place.
 */
function rejectedCalls(endpoint: Endpoint, number: number): BentCall[] {
  const byPlace = Map.groupBy(
    bentCalls(endpoint).filter((call) => !admitted(endpoint, call)),
    ({ place }) => place,
  );
  return [...byPlace.values()].flatMap((calls, index) => calls[((number + index) * 7) % calls.length] ?? []);
}

/** Texts that a column stores, and code compares, like any other. */
const plainTexts = new Set([
  'blank',
  'emoji',
  'right to left',
  'accents',
  'sql',
  'quotes',
  'wildcards',
  'markup',
  'parent folder',
  'prototype key',
  'negative number',
  'fraction',
  'exponent',
  'not a number',
  'a uuid without hyphens',
]);

/** Returns the admitted calls, of those with plain texts every fourth: a few for each place, and each text at many places. */
function admittedCalls(endpoint: Endpoint, number: number): BentCall[] {
  const calls = bentCalls(endpoint).filter((call) => admitted(endpoint, call));
  return calls.filter(({ value }, index) => !plainTexts.has(value) || (number + index) % 4 === 0);
}

const named = allEndpoints.map((endpoint, number) => [`${endpoint.method} ${endpoint.path}`, endpoint, number] as const);

describe('every contract', () => {
  it('has a good call to bend', () => {
    expect(Object.keys(samples).toSorted()).toEqual(allEndpoints.map(({ id }) => id).toSorted());
    for (const endpoint of allEndpoints) {
      for (const part of ['params', 'query', 'body'] as const) {
        const value = samples[endpoint.id]?.[part] ?? {};
        if (endpoint[part]) expect(endpoint[part].safeParse(value).error, `${endpoint.id} ${part}`).toBeUndefined();
      }
    }
  });

  describe('refuses what is wrong', () => {
    const before = rowsBefore(() => cloud.database);

    it.each(named)('%s names the field', async (_name, endpoint, number) => {
      await each(rejectedCalls(endpoint, number), async (call) => {
        const answer = await sendSample(endpoint, call.sample);
        expect(answer.status, `${call.name}: ${answer.text}`).toBe(400);
        const { code, problems } = refusal(answer);
        expect(code).toBe('invalid_request');
        const wanted = [call.part, call.field].filter(Boolean).join('.');
        expect(
          problems?.map(({ path }) => path),
          call.name,
        ).toContainEqual(expect.stringMatching(new RegExp(`^${wanted}`)));
      });
    });

    it('and writes nothing', async () => {
      expect(await rowCounts(cloud.database)).toEqual(before());
    });
  });

  it.each(named)('%s accepts the values that its contract allows', async (_name, endpoint, number) => {
    await each(admittedCalls(endpoint, number), async (call) => {
      const answer = await sendSample(endpoint, call.sample);
      if (answer.status >= 400) expect(refusal(answer), call.name).toMatchObject({ code: expect.not.stringMatching('internal') });
      // 503: no agent is connected
      expect([200, 400, 401, 403, 404, 409, 422, 429, 503], `${call.name}: ${answer.text}`).toContain(answer.status);
    });
  });

  describe('rejects malformed JSON', () => {
    const before = rowsBefore(() => cloud.database);
    const takesEmptyList = ({ id }: Endpoint): boolean => id === 'putFlags';

    /** Returns the inputs that failed. */
    async function failuresOf(endpoint: Endpoint, inputs = Object.entries(brokenJson)): Promise<string[]> {
      const failures: string[] = [];
      await each(inputs, async ([name, text]) => {
        const path = pathOf(endpoint, samples[endpoint.id]?.params ?? {});
        // a body that is valid after all, such as an empty one, must not change anything either
        const headers = { ...anyone, ...(needsKey(endpoint) && { 'idempotency-key': 'short' }) };
        const answer = await send(cloud.url, { method: endpoint.method, path, headers, body: text });
        if (answer.status >= 500) failures.push(`${name}: ${answer.text}`);
        else if (answer.status >= 400) refusal(answer);
      });
      return failures;
    }

    /** Returns a third of the inputs: the same parser reads the bodies of all endpoints. */
    const thirdFor = (number: number) => Object.entries(brokenJson).filter((_input, index) => (number + index) % 3 === 0);

    it.each(named.filter(([, one]) => one.body && !takesEmptyList(one)))('%s', async (_name, endpoint, number) => {
      expect(await failuresOf(endpoint, thirdFor(number))).toEqual([]);
    });

    it('and writes nothing', async () => {
      expect(await rowCounts(cloud.database)).toEqual(before());
    });

    it.each(named.filter(([, one]) => takesEmptyList(one)))('%s, which an empty list changes, audited', async (_name, endpoint) => {
      expect(await failuresOf(endpoint)).toEqual([]);
      const changed = Object.entries(await rowCounts(cloud.database)).filter(([table, count]) => before()[table] !== count);
      expect(changed.map(([table]) => table)).toContain('audit');
    });
  });

  it('leaves the prototypes of this process alone', () => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
