import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochSeconds } from '../dates/dates.ts';
import { effectiveChoices, freeExcludes, freeNeedsProration, previewOutdated, signUpTerms } from './sign-up-terms.ts';

const none = { freeForMonth: false, doNotProrate: false, chargeForLastMonth: false };
const epoch = (text: string): number => Date.parse(text) / 1_000;

describe('what is chosen', () => {
  it.each([
    [{ freeForMonth: true, doNotProrate: true }],
    [{ freeForMonth: true, chargeForLastMonth: true }],
    [{ freeForMonth: true, doNotProrate: true, chargeForLastMonth: true }],
  ])('cannot be %j', (ticked) => {
    expect(effectiveChoices({ ...none, ...ticked }, { allowProrate: true })).toEqual({ error: freeExcludes });
  });

  it('is the full month where the plan must not be prorated, and never free', () => {
    expect(effectiveChoices(none, { allowProrate: false })).toEqual({ ...none, doNotProrate: true });
    expect(effectiveChoices({ ...none, freeForMonth: true }, { allowProrate: false })).toEqual({ error: freeNeedsProration });
  });

  it('is what was ticked otherwise', () => {
    const ticked = { freeForMonth: false, doNotProrate: true, chargeForLastMonth: true };
    expect(effectiveChoices(ticked, { allowProrate: true })).toEqual(ticked);
  });
});

describe('the terms of a start', () => {
  const now = new Date('2026-11-21T15:30:47.900Z');

  it('are prorated from the second of the preview to the next 1st', () => {
    expect(signUpTerms(none, now, epoch('2026-11-21T15:30:00Z'))).toEqual({
      from: epoch('2026-11-21T15:30:00Z'),
      anchor: epoch('2026-12-01T10:00:00Z'),
      first: { kind: 'prorated' },
      lastMonth: null,
    });
  });

  it('are of this second where there was no preview', () => {
    expect(signUpTerms(none, now)).toMatchObject({ from: epoch('2026-11-21T15:30:47Z') });
  });

  it('can be the whole month, with the one before it', () => {
    expect(signUpTerms({ ...none, doNotProrate: true, chargeForLastMonth: true }, now)).toMatchObject({
      first: { kind: 'fullMonth', monthStart: epoch('2026-11-01T10:00:00Z') },
      lastMonth: { start: epoch('2026-10-01T10:00:00Z'), end: epoch('2026-11-01T10:00:00Z') },
    });
  });

  it.each([
    ['of the future', '2026-11-21T15:30:48Z', '2026-11-21T15:30:47Z'],
    ['of more than a day ago', '2026-11-20T15:30:46Z', '2026-11-21T15:30:47Z'],
    ['of the month before', '2026-12-01T09:59:59Z', '2026-12-01T10:00:00Z'],
  ])('of a preview %s are outdated', (_name, from, at) => {
    expect(signUpTerms(none, new Date(at), epoch(from))).toEqual({ error: previewOutdated });
  });

  it('always lie around the second from which they are charged, whenever that is', () => {
    const instant = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true });
    const ticked = fc.record({ freeForMonth: fc.boolean(), doNotProrate: fc.boolean(), chargeForLastMonth: fc.boolean() });
    fc.assert(
      fc.property(instant, ticked, fc.integer({ min: 0, max: 86_400 }), (at, choices, age) => {
        const from = epochSeconds(at) - age;
        const terms = signUpTerms(choices, at, from);
        fc.pre(!('error' in terms));
        const { anchor, first, lastMonth } = terms;
        const monthStart = first.kind === 'fullMonth' ? first.monthStart : from;
        expect([monthStart <= from, from < anchor, (lastMonth?.end ?? from) <= from]).toEqual([true, true, true]);
        expect(lastMonth !== null).toBe(choices.chargeForLastMonth);
        expect(first.kind === 'free').toBe(choices.freeForMonth);
      }),
    );
  });
});
