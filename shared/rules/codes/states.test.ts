import { describe, expect, it } from 'vitest';
import { plateStates } from './plates.ts';
import { stateOf, states } from './states.ts';

describe('states', () => {
  it('are 50, the district, 11 with ZIP codes of their own, and 13 provinces and territories', () => {
    const of = (country: string) => states.filter((state) => state.country === country).length;
    expect([of('US'), of('CA')]).toEqual([50 + 1 + 11, 13]);
  });

  it('are never told by the same two letters', () => {
    expect(new Set(states.map(({ abbreviation }) => abbreviation)).size).toBe(states.length);
    expect(states.filter(({ abbreviation }) => !/^[A-Z]{2}$/.test(abbreviation))).toEqual([]);
  });

  it('name the states of the quick buttons as these do', () => {
    expect(states).toEqual(expect.arrayContaining(plateStates.map((state) => ({ ...state, country: 'US' }))));
  });
});

it.each([
  ['IL', 'IL'],
  ['il', 'IL'],
  [' Illinois ', 'IL'],
  ['Québec', undefined],
  ['quebec', 'QC'],
  ['Nowhere at all', undefined],
  ['', undefined],
])('takes %j for the state %s', (text, abbreviation) => {
  expect(stateOf(text)?.abbreviation).toBe(abbreviation);
});
