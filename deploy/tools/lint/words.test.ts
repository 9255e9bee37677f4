import { describe, expect, it } from 'vitest';
import { termFor, wordsOf } from './words.ts';

describe('wordsOf', () => {
  it.each(['customerNow', 'CustomerNow', 'customer_now', 'customer-now', 'Customer-Now', '/customer/{now}'])(
    'has two words in %s',
    (name) => {
      expect(wordsOf(name)).toEqual(['customer', 'now']);
    },
  );

  it('keeps capitals that belong together', () => {
    expect(wordsOf('SMTPServerURL')).toEqual(['smtp', 'server', 'url']);
  });
});

describe('termFor', () => {
  it.each([
    ['openBarrier', 'gate'],
    ['cardTerminal', 'card reader'],
    ['CardTerminalList', 'card reader'],
    ['chargebacks', 'dispute'],
    ['cancelled_at', 'canceled'],
    ['/plate/{colour}', 'color'],
  ])('names the term for %s', (name, term) => {
    expect(termFor(name)).toMatchObject({ sentence: expect.stringContaining(`the term here is "${term}"`), advisory: false });
  });

  it.each(['taskList', 'fake-clock', 'licensePlate'])('only advises on %s', (name) => {
    expect(termFor(name)?.advisory).toBe(true);
  });

  it.each(['amountOwed', 'outstandingDebt', 'houseNumber', 'RfidReading', 'performRefund', 'terminalCard', 'boomerang', 'gateOpen'])(
    'accepts %s',
    (name) => {
      expect(termFor(name)).toBeNull();
    },
  );
});
