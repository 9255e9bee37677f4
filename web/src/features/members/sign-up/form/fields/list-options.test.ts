import { describe, expect, it } from 'vitest';
import { optionOf, compareByMatch } from './list-options.ts';

describe('typing ahead', () => {
  it('puts what begins with the letters before what contains them', () => {
    const options = ['ACCORD', 'PILOT', 'CIVIC'].map((name) => optionOf(name));
    expect(options.toSorted((a, b) => compareByMatch(a, b, ' c')).map(({ value }) => value)).toEqual(['CIVIC', 'ACCORD', 'PILOT']);
  });

  it('puts the two letters of a state before names that begin with them', () => {
    const options = [optionOf('IN', 'Indiana'), optionOf('IL', 'Illinois'), optionOf('MN', 'Minnesota')];
    expect(options.toSorted((a, b) => compareByMatch(a, b, 'in'))[0]?.value).toBe('IN');
    expect(options.toSorted((a, b) => compareByMatch(a, b, 'il'))[0]?.value).toBe('IL');
  });
});
