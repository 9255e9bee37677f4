import { expect, it } from 'vitest';
import { latestEntries, type Entry } from './state-file.ts';

const endpoint = (id: string, url: string): Entry => ({ id, object: 'webhook_endpoint', url }) as Entry;
const event = (id: string): Entry => ({ id, object: 'event' }) as Entry;
const answer = (key: string, at: number): Entry => ({
  answer: { key, requestHash: '', parametersHash: '', at, answer: { status: 200, body: null } },
});

it('keeps each thing as it became last, in the order of their beginnings', () => {
  const now = Date.now();
  const kept = latestEntries([
    endpoint('we_a', 'first'),
    endpoint('we_b', 'only'),
    { clockOffsetMs: 1 },
    endpoint('we_a', 'second'),
    event('evt_old'),
    event('evt_new'),
    { id: 'evt_old', removed: true },
    { id: 'we_b', removed: true },
    { clockOffsetMs: 2 },
    answer('yesterday', now - 25 * 3_600_000),
    answer('today', now),
  ]);
  expect(kept).toEqual([
    endpoint('we_a', 'second'),
    { id: 'we_b', removed: true },
    { clockOffsetMs: 2 },
    event('evt_new'),
    answer('today', now),
  ]);
});
