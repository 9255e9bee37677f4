import { describe, expect, it } from 'vitest';
import { codeForms, isNearMiss } from './code-forms.ts';

describe('codeForms', () => {
  it.each([
    ['12345678901', ['12345+678901']],
    ['12345 678901', ['12345+678901']],
    ['abc123il', ['ABC123-IL']],
    ['ABC-123 IL', ['ABC123-IL']],
    ['ABC123-IL', []],
    ['12345+678901', []],
    ['ABC123', []],
    ['Dawson', []],
    ['8155550100', []],
  ])('of %s are %j', (term, forms) => {
    expect(codeForms(term)).toEqual(forms);
  });
});

describe('isNearMiss', () => {
  it.each([
    ['FVG1167-IL', 'FVG1176-IL'],
    ['FVG176IL', 'FVG1176-IL'],
    ['FVG11766-IL', 'FVG1176-IL'],
    ['FVG11O6-IL', 'FVG1106-IL'],
    ['Dawsen', 'Dawson'],
    ['Jonson', 'Johnson'],
  ])('of %s is %s', (typed, held) => {
    expect(isNearMiss(typed, held)).toBe(true);
  });

  it.each([
    ['FVG1167-IL', 'FVG2276-IL'],
    ['ABC', 'ABC123'],
    ['', 'A'],
    ['Ann', 'Bob'],
  ])('of %s is not %s', (typed, held) => {
    expect(isNearMiss(typed, held)).toBe(false);
  });
});
