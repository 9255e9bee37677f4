import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCode } from './code-forms.ts';
import { isCode } from './codes.ts';
import { formatPlate, parsePlate, plateStates, withPlateState } from './plates.ts';

const characters = fc.stringMatching(/^[A-Z0-9]{1,8}$/);
const state = fc.constantFrom(...plateStates.map(({ abbreviation }) => abbreviation));

describe('formatPlate and parsePlate', () => {
  it('are each other’s inverse', () => {
    fc.assert(
      fc.property(characters, state, (plate, of) => {
        expect(parsePlate(formatPlate(plate, of))).toEqual({ characters: plate, state: of });
      }),
    );
  });

  it('uppercase and trim what is typed', () => {
    expect(formatPlate(' abc123 ', 'il')).toBe('ABC123-IL');
    expect(parsePlate(' abc123-il ')).toEqual({ characters: 'ABC123', state: 'IL' });
  });

  it.each(['', 'ABC123', '12345+123456', 'ABCDEF123-IL', '~ABC123-IL'])('finds no plate in %j', (code) => {
    expect(parsePlate(code)).toBeNull();
  });
});

describe('withPlateState', () => {
  it.each([
    ['abc123', 'ABC123-IL'],
    ['ABC123-', 'ABC123-IL'],
    ['ABC123-I', 'ABC123-IL'],
    ['cxg 3529', 'CXG3529-IL'],
    ['CXG-3529 IN', 'CXG3529-IL'],
    ['CXG3529IN', 'CXG3529-IL'],
    ['abc123-hi', 'ABC123-IL'],
    ['', ''],
    ['-IN', '-IN'],
    ['12345+123456', '12345+123456'],
    ['6298921312345678', '6298921312345678'],
  ])('makes %j into %j', (typed, expected) => {
    expect(withPlateState(typed, 'IL')).toBe(expected);
  });

  it('makes a code of any plate, and the last button pressed wins', () => {
    fc.assert(
      fc.property(characters, state, state, (plate, first, last) => {
        fc.pre(!isCode(readCode(plate)));
        const code = withPlateState(withPlateState(plate, first), last);
        expect(code).toBe(formatPlate(plate, last));
        expect(isCode(code)).toBe(true);
      }),
    );
  });
});
