import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { isCode } from '@washdesk/rules/codes/codes';
import { parsePlate } from '@washdesk/rules/codes/plates';
import { suitsPlate } from '@washdesk/rules/plans/plan-choice';
import { completedPlate, applyPlateRule } from './code-rules.ts';

const interior = { ClubCode: 'F' };
const wash = { ClubCode: 'A' };

const characters = fc.stringMatching(/^[A-Z0-9]{1,8}$/);
const state = fc.constantFrom('IL', 'IN', 'HI', 'NY', 'ON');
const plates = fc.tuple(characters, state).map(([text, of]) => `${text}-${of}`);
const plans = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'e', 'O').map((ClubCode) => ({ ClubCode }));
const washStates = fc.constantFrom('IL', 'IN');

describe('the plate and plan rule', () => {
  it('rewrites the state to HI for an interior plan, with a warning', () => {
    expect(applyPlateRule('ABC123-IL', interior, 'IL')).toMatchObject({
      kind: 'rewritten',
      plate: 'ABC123-HI',
      why: expect.stringContaining('HI'),
    });
  });

  it("rewrites HI to the location's state for a wash plan", () => {
    expect(applyPlateRule('ABC123-HI', wash, 'IN')).toMatchObject({ kind: 'rewritten', plate: 'ABC123-IN' });
  });

  it('leaves what suits, and what is not complete', () => {
    for (const [plate, plan] of [
      ['ABC123-NY', wash],
      ['ABC123-HI', interior],
      ['ABC123', interior],
      ['', interior],
      ['ABC123-HI', null],
      ['6298921312345678', wash],
    ] as const) {
      expect(applyPlateRule(plate, plan, 'IL')).toEqual({ kind: 'suits' });
    }
  });

  it('refuses an interior plan for a card, which has no state', () => {
    expect(applyPlateRule('6298921312345678', interior, 'IL').kind).toBe('impossible');
  });

  it('leaves an HI plate where HI is what the location gives its plates', () => {
    expect(applyPlateRule('ABC123-HI', wash, 'HI')).toEqual({ kind: 'suits' });
  });

  it('always ends on a plate of the same characters that the server takes for the plan, and has nothing to add to it', () => {
    fc.assert(
      fc.property(plates, plans, washStates, (plate, plan, defaultState) => {
        const verdict = applyPlateRule(plate, plan, defaultState);
        const after = verdict.kind === 'rewritten' ? verdict.plate : plate;
        expect(suitsPlate({ clubCode: plan.ClubCode }, after)).toBe(true);
        expect(parsePlate(after)?.characters).toBe(parsePlate(plate)?.characters);
        expect(applyPlateRule(after, plan, defaultState)).toEqual({ kind: 'suits' });
      }),
    );
  });
});

describe('a plate without its state', () => {
  it("gets the location's, or HI for an interior plan", () => {
    expect(completedPlate('abc 123', null, 'IL')).toBe('ABC123-IL');
    expect(completedPlate('abc123-', wash, 'IN')).toBe('ABC123-IN');
    expect(completedPlate('abc123', interior, 'IL')).toBe('ABC123-HI');
  });

  it('stays as it is where it has a state or is no plate', () => {
    for (const text of ['ABC123-NY', '6298921312345678', 'ABCDEFGHIJ', '']) expect(completedPlate(text, interior, 'IL')).toBe(text);
    expect(['CXG3529NY', 'CXG 3529 NY', 'CXG-3529-NY'].map((text) => completedPlate(text, null, 'IL'))).toEqual(
      Array(3).fill('CXG3529-NY'),
    );
  });

  it('needs no rewriting for the plan that it was completed for', () => {
    fc.assert(
      fc.property(characters, plans, washStates, (text, plan, defaultState) => {
        fc.pre(!isCode(readCode(text)));
        expect(applyPlateRule(completedPlate(text, plan, defaultState), plan, defaultState)).toEqual({ kind: 'suits' });
      }),
    );
  });
});
