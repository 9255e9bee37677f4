import { describe, expect, it } from 'vitest';
import { offeredPlan } from './offered-plan.fixture.ts';
import type { OfferedPlan } from './offered-plan.ts';
import { cancellationEnd, changeableFrom, plateMovableFrom, restartPlans, saveOfferIn, saveOffersProblem } from './self-service.ts';

const at = (text: string): Date => new Date(text);

describe('a plan may be changed or canceled', () => {
  it.each([
    ['2026-11-10T15:00:00Z', '2027-01-01T10:00:00Z'],
    ['2026-11-30T23:00:00Z', '2027-01-01T10:00:00Z'],
    // early on a 1st the month has not been billed yet
    ['2026-12-01T09:00:00Z', '2027-01-01T10:00:00Z'],
    ['2026-12-01T10:00:00Z', '2027-01-01T10:00:00Z'],
    ['2026-12-01T10:00:01Z', '2027-02-01T10:00:00Z'],
  ])('that began at %s from %s', (started, from) => {
    expect(changeableFrom(at(started))).toEqual(at(from));
  });
});

describe('a plate may be moved', () => {
  it('at once, and again six months later', () => {
    expect(plateMovableFrom(null)).toBeNull();
    expect(plateMovableFrom(at('2026-11-10T15:00:00Z'))).toEqual(at('2027-05-10T15:00:00Z'));
  });
});

describe('a plan that is canceled', () => {
  const periodEnd = at('2026-12-01T10:00:00Z');
  it.each([
    ['2026-11-02', '2026-12-01T10:00:00Z', false],
    ['2026-11-24', '2026-12-01T10:00:00Z', false],
    ['2026-11-25', '2027-01-01T10:00:00Z', true],
    ['2026-11-30', '2027-01-01T10:00:00Z', true],
  ])('on %s ends at %s', (today, ends, billsAgain) => {
    expect(cancellationEnd(periodEnd, today, at(`${today}T18:00:00Z`))).toEqual({ ends: at(ends), billsAgain });
  });

  it('late in a month ends with a later period that is already paid', () => {
    const paid = at('2027-01-01T10:00:00Z');
    expect(cancellationEnd(paid, '2026-11-28', at('2026-11-28T18:00:00Z'))).toEqual({ ends: paid, billsAgain: false });
  });
});

describe('an offer before canceling', () => {
  it('is a line with a reason and a text in both languages', () => {
    expect(saveOfferIn('expensive:  Basic is $19.99 | Basic cuesta $19.99 ')).toEqual({
      reason: 'expensive',
      en: 'Basic is $19.99',
      es: 'Basic cuesta $19.99',
      act: null,
    });
    for (const line of ['', 'expensive', 'expensive: One', 'unknown: One | Uno', 'expensive: One | Uno | Two'])
      expect(saveOfferIn(line)).toBeNull();
  });

  it.each([
    ['free month', { kind: 'free_month' }],
    ['plan: Super Kiss', { kind: 'plan', product: 'Super Kiss' }],
    [' plan:Super Kiss ', { kind: 'plan', product: 'Super Kiss' }],
  ])('has the act “%s”', (text, act) => {
    expect(saveOfferIn(`unused: A | B |${text}`)).toEqual({ reason: 'unused', en: 'A', es: 'B', act });
    expect(saveOffersProblem([`unused: A | B |${text}`])).toBeNull();
  });

  it.each(['free', '2 free months', 'plan:', 'plan Super Kiss'])('has no act “%s”', (text) => {
    const problem = `“${text}” is no act: use “free month” or “plan: name of a cheaper plan”`;
    expect(saveOffersProblem(['moved: A | B', `unused: A | B | ${text}`])).toBe(problem);
  });

  it('is one per reason', () => {
    expect(saveOffersProblem([])).toBeNull();
    expect(saveOffersProblem(['moved: A | B', 'quality: A | B'])).toBeNull();
    expect(saveOffersProblem(['moved: A | B', 'moved: C | D'])).toBe('must have one line per reason');
    expect(saveOffersProblem(['A | B'])).toMatch(/^must be “reason: English \| Spanish”/);
  });
});

describe('an ended plan is started again', () => {
  const plan = (price: string, productClass: string, more: Partial<OfferedPlan> = {}) => offeredPlan({ price, productClass, ...more });
  const former = plan('price_former', 'Super Kiss', { availableOnline: false });
  const [today, online, plus] = [
    plan('price_today', 'Super Kiss', { availableOnline: false }),
    plan('price_online', 'Super Kiss'),
    plan('price_plus', 'Super Kiss Plus'),
  ];
  const shown = ({ own, others }: ReturnType<typeof restartPlans>) => [own?.price ?? null, ...others.map(({ price }) => price)];

  it.each<[string, Parameters<typeof restartPlans>[0], (string | null)[]]>([
    [
      'at the kept price',
      { former, kept: 'price_today', chosen: today, offers: [today, online, plus] },
      ['price_today', 'price_online', 'price_plus'],
    ],
    [
      'at the former price while it is sold',
      { former, kept: null, chosen: former, offers: [former, plus] },
      ['price_former', 'price_plus'],
    ],
    ['at today’s online price', { former, kept: null, chosen: today, offers: [today, online, plus] }, ['price_online', 'price_plus']],
    [
      'with another plan if its class is not sold online',
      { former, kept: null, chosen: today, offers: [today, plus] },
      [null, 'price_plus'],
    ],
    ['not where nothing is sold online', { former, kept: null, chosen: today, offers: [today] }, [null]],
  ])('%s', (_title, choice, prices) => expect(shown(restartPlans(choice))).toEqual(prices));
});
