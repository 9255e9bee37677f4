import { describe, expect, it } from 'vitest';
import { isPlusClass, planTypeIsStripe, productClasses } from './product-classes.ts';

describe('planTypeIsStripe', () => {
  it.each([
    ['STR SUPER KISS', true],
    [' STR Interior', true],
    ['STRIPE', true],
    ['Strong Wash Club', false],
    ['EMPLOYEE CLUB', false],
    ['OLD STR', false],
    ['', false],
  ])('%j: %s', (planName, isStripe) => {
    expect(planTypeIsStripe(planName)).toBe(isStripe);
  });
});

describe('isPlusClass', () => {
  it('finds the one plus class of the specification', () => {
    expect(productClasses.filter(isPlusClass)).toEqual(['Super Kiss Plus']);
  });

  it('finds a company’s own, and no word that merely ends so', () => {
    expect(isPlusClass('Interior PLUS ')).toBe(true);
    expect(isPlusClass('Surplus')).toBe(false);
  });
});
