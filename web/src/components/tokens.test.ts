import { describe, expect, it } from 'vitest';
import { clubColor, tokens } from './tokens.ts';

describe('the tint of a club code', () => {
  it('is one of the tokens, whatever the code', () => {
    const known = Object.keys(tokens).map((name) => `var(--${name})`);
    for (const code of ['A', 'f', 'Z', '1', '']) expect(known).toContain(clubColor(code));
  });

  it('tells neighbours apart, and not the letter’s case', () => {
    expect(new Set(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map(clubColor)).size).toBe(8);
    expect(clubColor('a')).toBe(clubColor('A'));
  });
});
