import { describe, expect, it } from 'vitest';
import { defaultOnlineTerms, keepsVersion, problemOfTerms, termsText } from './online-terms.ts';

describe('the online terms', () => {
  it('state the months of the plan in both languages', () => {
    expect(termsText(defaultOnlineTerms, 'en', 6)[0]).toBe('Your price is guaranteed for at least 6 months.');
    expect(termsText(defaultOnlineTerms, 'es', 2)[0]).toBe('Su precio está garantizado por un mínimo de 2 meses.');
    expect(problemOfTerms(defaultOnlineTerms)).toBeNull();
  });

  it.each([
    [{ en: ['{months}'], es: ['{months}', 'más'] }, 'must have as many paragraphs in Spanish as in English'],
    [{ en: ['{months} {price}'], es: ['{months}'] }, 'may contain {months}, not {price}'],
    [{ en: ['{months}'], es: ['seis meses'] }, 'must state the price guarantee: {months} in both languages'],
  ])('%j are refused', (texts, problem) => {
    expect(problemOfTerms(texts)).toBe(problem);
  });

  it('need another version for another text', () => {
    const edited = { ...defaultOnlineTerms, en: [...defaultOnlineTerms.en.slice(1), 'Another {months}'] };
    expect(keepsVersion(defaultOnlineTerms, edited)).toBe(true);
    expect(keepsVersion(defaultOnlineTerms, { ...edited, version: '2027-01' })).toBe(false);
    expect(keepsVersion(defaultOnlineTerms, { ...defaultOnlineTerms })).toBe(false);
  });
});
