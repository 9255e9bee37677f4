import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveChoices } from '@washdesk/rules/plans/sign-up-terms';
import { choicesFor, isFullMonthOnly, noChoices, withChoice, type StartChoice } from './start-choices.ts';

const others: StartChoice[] = ['doNotProrate', 'chargeForLastMonth'];

describe('a free month and the other choices', () => {
  it.each(others)('clear each other: %s', (other) => {
    expect(withChoice({ ...noChoices, [other]: true }, 'freeForMonth', true)).toEqual({ ...noChoices, freeForMonth: true });
    expect(withChoice({ ...noChoices, freeForMonth: true }, other, true)).toEqual({ ...noChoices, [other]: true });
  });

  it('leave the others alone when they are turned off', () => {
    const both = { ...noChoices, doNotProrate: true, chargeForLastMonth: true };
    expect(withChoice(both, 'freeForMonth', false)).toEqual(both);
    expect(withChoice(both, 'doNotProrate', false)).toEqual({ ...noChoices, chargeForLastMonth: true });
  });

  it('are overruled by a plan that allows no proration, and come back with another', () => {
    const ticked = withChoice(noChoices, 'freeForMonth', true);
    expect(choicesFor(ticked, { allow_prorate: false })).toEqual({ ...noChoices, doNotProrate: true });
    expect(choicesFor(ticked, { allow_prorate: true })).toEqual(ticked);
    const plans = [{ allow_prorate: false }, { allow_prorate: true }, null];
    expect(plans.map(isFullMonthOnly)).toEqual([true, false, false]);
  });

  it('are never refused by the server, whatever is pressed', () => {
    const press = fc.tuple(fc.constantFrom<StartChoice>('freeForMonth', ...others), fc.boolean());
    fc.assert(
      fc.property(fc.array(press), fc.boolean(), (presses, allowProrate) => {
        const ticked = presses.reduce((before, [choice, on]) => withChoice(before, choice, on), noChoices);
        const shown = choicesFor(ticked, { allow_prorate: allowProrate });
        expect(effectiveChoices(shown, { allowProrate })).toEqual(shown);
      }),
    );
  });
});
