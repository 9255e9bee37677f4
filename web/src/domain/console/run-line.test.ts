import { expect, it } from 'vitest';
import { lineOf } from './run-line.ts';

it('is written as the console reads it', () => {
  expect(lineOf({ verb: 'gate open', device: 'north', reason: 'car’s "stuck"' })).toBe(`gate open north --reason="car’s "'"'"stuck"'"'""`);
  expect(lineOf({ verb: 'ping', device: null, reason: '' })).toBe('ping');
});
