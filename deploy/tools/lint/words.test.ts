import { describe, expect, it } from 'vitest';
import { wordFault, wordsOf } from './words.ts';

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

describe('wordFault', () => {
  it.each([
    ['Deeds', 'operation'],
    ['learnFoo', 'apply snapshots'],
    ['oweX', 'enqueue'],
    ['customerNow', 'readFresh'],
    ['look-again', 'readFresh'],
    ['takenSales', 'charge result'],
    ['SubscriptionAct', 'operation run'],
    ['/obligation/{id}', 'job'],
    ['former_codes', 'previous code'],
    ['Taken', 'charge result'],
    ['mortal-cloud', 'crashable'],
    ['signUpDeaths', 'crash'],
    ['enqueueEverywhere', 'at all sites'],
    ['DisputeFate', 'outcome'],
    ['sitewatchTelling', 'Sitewatch update'],
    ['Impatience', 'retry behaviour'],
    ['next-price-sweeper', 'cleanup'],
  ])('names the term for %s', (name, term) => {
    expect(wordFault(name)).toContain(`the term here is "${term}`);
  });

  it.each([
    'activity',
    'usernameTaken',
    'keptPrice',
    'refreshToken',
    'formerMember',
    'now',
    'OpeningLimits',
    'landmarks',
    'valuesNow',
    '/deed/{key}',
  ])('accepts %s', (name) => {
    expect(wordFault(name)).toBeNull();
  });
});
