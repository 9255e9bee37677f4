import { expect, it } from 'vitest';
import { plateAsTyped } from './plate-as-typed.ts';

it('a plate is uppercased, without spaces, at most eight long', () => {
  expect(plateAsTyped('cxg-3529 é12345')).toBe('CXG35291');
});
