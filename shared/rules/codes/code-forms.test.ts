import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeForms, comparableCode, isNearMiss, codesOneSlipAway, wordsOneSlipAway } from './code-forms.ts';

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

describe('the forms that one slip makes', () => {
  const code = fc.stringMatching(/^[A-Z0-9]{1,8}$/);
  const word = fc.stringMatching(/^[a-z]{1,12}$/);

  it('of a code are those that are near to it, and no near one is left out', () => {
    fc.assert(
      fc.property(code, code, (typed, held) => {
        expect(codesOneSlipAway(comparableCode(typed)).includes(comparableCode(held))).toBe(isNearMiss(typed, held));
      }),
    );
  });

  it('of a code hold what a slip made of it', () => {
    fc.assert(
      fc.property(code, fc.nat(), fc.constantFrom('A', 'B', 'O', 'X', 'Z', '0', '1', '8'), fc.nat(3), (held, place, other, kind) => {
        const at = place % held.length;
        const [before, here, after] = [held.slice(0, at), held[at]!, held.slice(at + 1)];
        const typed = [
          before + after,
          before + other + after,
          before + other + here + after,
          before + after.slice(0, 1) + here + after.slice(1),
        ][kind]!;
        fc.pre(typed !== '');
        expect(codesOneSlipAway(comparableCode(typed))).toContain(comparableCode(held));
      }),
    );
  });

  it('of a word are near to it, each once', () => {
    fc.assert(
      fc.property(word, (typed) => {
        const forms = wordsOneSlipAway(typed);
        expect(forms).toContain(typed);
        expect(new Set(forms).size).toBe(forms.length);
        expect(forms.filter((form) => /\p{L}/u.test(form) && !isNearMiss(typed, form))).toEqual([]);
      }),
    );
  });
});
