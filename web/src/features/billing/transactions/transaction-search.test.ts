import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSale } from '../../../lib/register-context.ts';
import { searchFields, type Mode } from './search-fields.ts';
import { chargeBody, fieldProblems, invoiceBody, isEmpty, readSearch, subscriptionBody, writeSearch } from './transaction-search.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

describe('the address', () => {
  it.each([
    ['', 'charge', {}],
    ['fingerprint=fp_1', 'charge', { fingerprint: 'fp_1' }],
    ['employeename=Ann', 'subscription', { employeename: 'Ann' }],
    ['mode=charge&employeename=Ann', 'charge', { employeename: 'Ann' }],
    ['mode=invoice&receipt=1999-0002&total=5', 'invoice', { receipt: '1999-0002' }],
    ['mode=nonsense', 'charge', {}],
  ])('%j is a search for %s', (query, mode, values) => {
    expect(read(query)).toEqual({ mode, values });
  });

  it('brings back every search as it was typed', () => {
    const modes = Object.keys(searchFields) as Mode[];
    const search = fc.constantFrom(...modes).chain((mode) => {
      const names = searchFields[mode].map(({ name }) => name);
      const value = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
      return fc.record({ mode: fc.constant(mode), values: fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true }) });
    });
    fc.assert(
      fc.property(search, (typed) => {
        expect(read(writeSearch(typed).toString())).toEqual(typed);
      }),
    );
  });

  it('never looks like a register’s sale', () => {
    for (const mode of Object.keys(searchFields) as Mode[]) {
      const values = Object.fromEntries(searchFields[mode].map(({ name }) => [name, '1']));
      expect(readSale(writeSearch({ mode, values }).toString())).toBeNull();
    }
  });
});

describe('the fields', () => {
  it('may be empty, and then nothing is searched for', () => {
    expect(fieldProblems({ mode: 'charge', values: { total: ' ' } })).toEqual({});
    expect(isEmpty({ mode: 'charge', values: { total: ' ' } })).toBe(true);
  });

  it.each([
    ['total', '12.505'],
    ['total', '0'],
    ['date', '13/45/2026'],
    ['last4', '42'],
    ['site', 'Joliet'],
  ])('%s cannot be %j', (name, value) => {
    expect(Object.keys(fieldProblems({ mode: 'charge', values: { [name]: value } }))).toEqual([name]);
  });
});

describe('what the API is asked', () => {
  it('is cents, a day and a number', () => {
    const values = { total: '12.5', date: '11/22/2026', last4: '4242', site: '12', terminal: 'Detail1' };
    expect(fieldProblems({ mode: 'charge', values })).toEqual({});
    expect(chargeBody(values)).toEqual({ amount: 1250, date: '2026-11-22', last4: '4242', site: 12, terminal: 'Detail1' });
  });

  it('is only what was filled in', () => {
    expect(JSON.stringify(chargeBody({ fingerprint: 'fp_1' }))).toBe('{"fingerprint":"fp_1"}');
    expect(JSON.stringify(invoiceBody({ receipt: '1999-0002' }))).toBe('{"receipt":"1999-0002"}');
    expect(JSON.stringify(subscriptionBody({ employeename: 'Ann', site: '27' }))).toBe('{"employeename":"Ann","site":27}');
  });
});
