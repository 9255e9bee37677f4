import { effectiveChoices } from '@washdesk/rules/plans/sign-up-terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choicesFor, isFullMonthOnly, withDoNotProrate, withFreeForMonth, type Choices } from './choices.ts';

const none: Choices = { freeForMonth: false, doNotProrate: false };

describe('free for month and do not prorate', () => {
  it('clear each other', () => {
    expect(withFreeForMonth({ ...none, doNotProrate: true }, true)).toEqual({ freeForMonth: true, doNotProrate: false });
    expect(withDoNotProrate({ ...none, freeForMonth: true }, true)).toEqual({ freeForMonth: false, doNotProrate: true });
  });

  it('leave the other alone when they are turned off', () => {
    expect(withFreeForMonth({ ...none, doNotProrate: true }, false)).toEqual({ freeForMonth: false, doNotProrate: true });
  });

  it('are overruled by a plan that allows no proration, and come back with another', () => {
    const ticked = withFreeForMonth(none, true);
    expect(choicesFor(ticked, { allow_prorate: false })).toEqual({ freeForMonth: false, doNotProrate: true });
    expect(choicesFor(ticked, { allow_prorate: true })).toEqual(ticked);
    expect([isFullMonthOnly({ allow_prorate: false }), isFullMonthOnly({ allow_prorate: true }), isFullMonthOnly(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are never both on and never refused by the server, whatever is pressed', () => {
    const presses = fc.array(fc.tuple(fc.constantFrom(withFreeForMonth, withDoNotProrate), fc.boolean()));
    fc.assert(
      fc.property(presses, fc.boolean(), (newRun, allowProrate) => {
        const ticked = newRun.reduce((before, [press, on]) => press(before, on), none);
        const shown = choicesFor(ticked, { allow_prorate: allowProrate });
        expect(effectiveChoices({ ...shown, chargeForLastMonth: false }, { allowProrate })).toEqual({
          ...shown,
          chargeForLastMonth: false,
        });
      }),
    );
  });
});
