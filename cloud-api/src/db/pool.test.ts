import { describe, expect, it } from 'vitest';
import { isLostConnection } from './pool.ts';

const withCode = (code: string, message = 'some words'): Error => Object.assign(new Error(message), { code });

describe('isLostConnection', () => {
  it.each([
    withCode('ECONNREFUSED'),
    withCode('57P01', 'terminating connection due to administrator command'),
    withCode('57P03', 'the database system is starting up'),
    withCode('08006'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('knows %s', (error) => {
    expect(isLostConnection(error)).toBe(true);
  });

  it.each([withCode('23505', 'duplicate key value'), withCode('57014', 'canceling statement'), new TypeError('x'), 'ECONNREFUSED', null])(
    'leaves %s alone',
    (error) => {
      expect(isLostConnection(error)).toBe(false);
    },
  );
});
