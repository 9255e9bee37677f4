import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeForms, codesMeant, comparableCode, isNearMiss, codesOneSlipAway, readCode, wordsOneSlipAway } from './code-forms.ts';
import { isCode } from './codes.ts';
import { states } from './states.ts';

/** Plates with a letter first, as most states issue them, and others of 6 or more characters. */
const plateCharacters = fc.oneof(fc.stringMatching(/^[A-Z]{1,4}\d{1,4}$/), fc.stringMatching(/^\d[A-Z0-9]{5,7}$/));
const state = fc.constantFrom(...states.map(({ abbreviation }) => abbreviation));
const gap = fc.constantFrom('', ' ', '-', '\u2011', '–', '\u00a0', '\u200b');
const typist = fc.record({ lower: fc.boolean(), inside: gap, before: gap, around: fc.constantFrom('', ' ', '\u202a', '\t') });

describe('readCode', () => {
  it.each([
    ['CXG 3529-IL', 'CXG3529-IL'],
    ['CXG-3529-IL', 'CXG3529-IL'],
    ['CXG3529IL', 'CXG3529-IL'],
    ['cxg3529 il', 'CXG3529-IL'],
    ['CXG3529–IL', 'CXG3529-IL'],
    ['ＣＸＧ３５２９－ＩＬ', 'CXG3529-IL'],
    ['MYCAR IL', 'MYCAR-IL'],
    ['CXG.3529.IL', 'CXG3529-IL'],
    ['CXG·3529-IL', 'CXG3529-IL'],
    ['CXG3529-IL.', 'CXG3529-IL'],
    ['CXG٣٥٢٩-IL', 'CXG3529-IL'],
    ['СХG3529-ІL', 'CXG3529-IL'],
    ['ΚΙΝG12-ΙL', 'KING12-IL'],
    ['1234ABIL', '1234AB-IL'],
    ['12345 678901', '12345+678901'],
    ['12345678901', '12345+678901'],
    ['12345 + 678901', '12345+678901'],
    ['6298 9213 1234 5678', '6298921312345678'],
    ['629892231 123456789', '629892231123456789'],
  ])('reads %s as %s', (text, code) => {
    expect(readCode(text)).toBe(code);
  });

  it.each([
    ['CXG3529', 'CXG3529'],
    ['123AIL', '123AIL'],
    ['MYCARIL', 'MYCARIL'],
    ['CXG3529XX', 'CXG3529XX'],
    ['ABC123-IL~40', 'ABC123-IL~40'],
    ['', ''],
  ])('guesses nothing about %j', (text, same) => {
    expect(readCode(text)).toBe(same);
  });

  it('reads every spelling of a plate as that plate', () => {
    fc.assert(
      fc.property(plateCharacters, state, fc.nat(7), typist, (plate, of, at, { lower, inside, before, around }) => {
        const spelled = `${around}${plate.slice(0, at)}${inside}${plate.slice(at)}${before}${of}${around}`;
        expect(readCode(lower ? spelled.toLowerCase() : spelled)).toBe(`${plate}-${of}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('changes nothing the second time, and no code', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Z0-9 +-]{0,20}$/)), (text) => {
        const once = readCode(text);
        expect(readCode(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('codesMeant', () => {
  it.each([
    ['CXG3529', 'CXG3529-IL'],
    ['CXG 3529', 'CXG3529-IL'],
    ['CXG3529-IN', 'CXG3529-IL'],
    ['CXG3529 IN', 'CXG3529-IL'],
    ['123AIL', '123A-IL'],
    ['123AIL', '123AIL-IN'],
    ['MYCARIL', 'MYCAR-IL'],
    ['12345678901', '12345+678901'],
  ])('of %s contain %s', (text, code) => {
    expect(codesMeant(text)).toContain(code);
  });

  it.each(['', '~', 'a very long text', 'ABC123-IL~40'])('of %j are none', (text) => {
    expect(codesMeant(text)).toEqual([]);
  });

  it('begin with what is certain, and are codes, each once', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9 +-]{0,12}$/), (text) => {
        const meant = codesMeant(text);
        expect(meant[0]).toBe(isCode(readCode(text)) ? readCode(text) : meant[0]);
        expect(meant.filter((code) => !isCode(code))).toEqual([]);
        expect(new Set(meant).size).toBe(meant.length);
      }),
    );
  });
});

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
