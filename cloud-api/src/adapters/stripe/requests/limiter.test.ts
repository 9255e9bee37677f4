import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../ports/payments.ts';
import { allowancesFor, StripeCallLimiter, type Allowances } from './limiter.ts';
import { TestScheduler } from './scheduler.fixture.ts';

const small: Allowances = { all: 6, ofEndpoint: 3, background: 4, backgroundOfEndpoint: 2 };

interface Asked {
  at: number;
  endpoint: string;
  priority: Priority;
}
interface Went extends Asked {
  went: number;
}

/** Requests each call at its instant and returns when each could begin. */
async function run(asked: readonly Asked[], allowances: Allowances): Promise<Went[]> {
  const scheduler = new TestScheduler();
  const limiter = new StripeCallLimiter(allowances, scheduler);
  const went: Went[] = [];
  for (const call of asked.toSorted((a, b) => a.at - b.at)) {
    await scheduler.moveTo(call.at);
    void limiter.turn(call.endpoint, call.priority).then(() => went.push({ ...call, went: scheduler.now() }));
  }
  // more than enough for all of them
  await scheduler.moveTo(1_000_000);
  return went;
}

/** The most calls that began within any one second. */
const mostInASecond = (calls: readonly Went[]): number =>
  Math.max(0, ...calls.map(({ went }) => calls.filter((other) => other.went >= went && other.went < went + 1_000).length));

const anyCalls = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 4_000 }),
    endpoint: fc.constantFrom('a', 'b', 'c'),
    priority: fc.constantFrom<Priority>('interactive', 'background'),
  }),
  { maxLength: 40 },
);

const background = ({ priority }: Asked): boolean => priority === 'background';

describe('the limiter', () => {
  it('never lets more go in any second than is allowed, and lets all go in the end', async () => {
    await fc.assert(
      fc.asyncProperty(anyCalls, async (asked) => {
        const went = await run(asked, small);
        expect(went).toHaveLength(asked.length);
        expect(mostInASecond(went)).toBeLessThanOrEqual(small.all);
        expect(mostInASecond(went.filter(background))).toBeLessThanOrEqual(small.background);
        for (const endpoint of ['a', 'b', 'c']) {
          const there = went.filter((call) => call.endpoint === endpoint);
          expect(mostInASecond(there)).toBeLessThanOrEqual(small.ofEndpoint);
          expect(mostInASecond(there.filter(background))).toBeLessThanOrEqual(small.backgroundOfEndpoint);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lets no background call pass a waiting interactive one that could have gone instead', async () => {
    const spacing = 1_000 / small.ofEndpoint + 1;
    const overtaken = (went: readonly Went[], call: Went, place: number): boolean =>
      went.slice(0, place).some((other, at) => {
        const thereLately = went.slice(0, at).some(({ endpoint, went: then }) => endpoint === call.endpoint && then > other.went - spacing);
        return background(other) && other.went > call.at && !thereLately;
      });
    await fc.assert(
      fc.asyncProperty(anyCalls, async (asked) => {
        const went = await run(asked, small);
        expect(went.filter((call, place) => call.priority === 'interactive' && overtaken(went, call, place))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('lets a person go at once beside a crowd of background calls', async () => {
    const crowd = Array.from({ length: 30 }, (_, at): Asked => ({ at: 0, endpoint: `b${at}`, priority: 'background' }));
    const went = await run([...crowd, { at: 10, endpoint: 'p', priority: 'interactive' }], allowancesFor(60));
    expect(went.find(({ priority }) => priority === 'interactive')?.went).toBe(10);
  });

  it('does not starve the background while people take less than all', async () => {
    const people = Array.from({ length: 40 }, (_, at): Asked => ({ at: at * 250, endpoint: `p${at}`, priority: 'interactive' }));
    const crowd = Array.from({ length: 12 }, (_, at): Asked => ({ at: 0, endpoint: `b${at}`, priority: 'background' }));
    const went = (await run([...people, ...crowd], small)).filter(background);
    // interactive calls take 4 of 6 per second: 2 are left
    expect(Math.max(...went.map((call) => call.went))).toBeLessThanOrEqual(7_000);
  });

  it('keeps the background away from an endpoint, or from all, for as long as it is told', async () => {
    const scheduler = new TestScheduler();
    const limiter = new StripeCallLimiter({ all: 60, ofEndpoint: 60, background: 60, backgroundOfEndpoint: 60 }, scheduler);
    const went: string[] = [];
    const ask = (endpoint: string, priority: Priority) =>
      void limiter.turn(endpoint, priority).then(() => went.push(`${priority} ${endpoint} ${scheduler.now()}`));
    limiter.restBackground('a', 500);
    ask('a', 'background');
    ask('b', 'background');
    ask('a', 'interactive');
    await scheduler.moveTo(400);
    limiter.restBackground(null, 2_000);
    ask('b', 'background');
    await scheduler.moveTo(10_000);
    expect(went).toEqual(['background b 0', 'interactive a 0', 'background a 2400', 'background b 2400']);
  });
});

describe('allowancesFor', () => {
  it('stays below what Stripe admits: 100 a second in all, 25 to one endpoint', () => {
    expect(allowancesFor(60)).toEqual({ all: 90, ofEndpoint: 22, background: 60, backgroundOfEndpoint: 15 });
  });

  it('leaves people at least a third where a stand-in admits more, and all where the background has little', () => {
    expect(allowancesFor(1_000)).toEqual({ all: 1_500, ofEndpoint: 375, background: 1_000, backgroundOfEndpoint: 250 });
    expect(allowancesFor(2)).toEqual({ all: 90, ofEndpoint: 22, background: 2, backgroundOfEndpoint: 1 });
  });
});
