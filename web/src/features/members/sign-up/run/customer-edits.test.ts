import { describe, expect, it } from 'vitest';
import { editsOf, hasEdits } from './customer-edits.ts';
import { filledForm, existingCustomer } from './run.fixture.ts';

describe('the corrections of a known customer', () => {
  it('are none where the form says what is on record, however it writes it', () => {
    expect(hasEdits(editsOf(filledForm, existingCustomer))).toBe(false);
    expect(hasEdits(editsOf({ ...filledForm, cellPhone: '815-555-0100', firstName: 'Ada ' }, existingCustomer))).toBe(false);
  });

  it.each([
    [{ lastName: 'Byron' }, { name: 'Byron, Ada' }],
    [{ cellPhone: '' }, { phone: '' }],
    [{ email: 'new@example.com' }, { email: 'new@example.com' }],
    [{ taxExempt: true }, { tax_exempt: 'exempt' }],
    [{ zip: '46410' }, { address: { postal_code: '46410' } }],
    [{ plate: 'NEW1-IN' }, { metadata: { CustomerCode: 'NEW1-IN' } }],
    [{ isTruck: true }, { metadata: { isTruck: 'true' } }],
  ])('%o is saved against the customer as read', (change, saved) => {
    const edits = editsOf({ ...filledForm, ...change }, existingCustomer);
    expect(hasEdits(edits)).toBe(true);
    expect(edits).toMatchObject(saved);
    expect(edits.base).toEqual(editsOf(filledForm, existingCustomer).base);
  });

  it('fill what is not on record', () => {
    const bare = { ...existingCustomer, name: null, phone: null, email: null, address: null, metadata: {} };
    const edits = editsOf(filledForm, bare);
    expect(edits).toMatchObject({ phone: '(815) 555-0100', metadata: { CarMake: 'HONDA', isTruck: 'false' } });
    expect(edits.base).toMatchObject({ phone: '', address: { city: '' }, metadata: { CarMake: '', isTruck: 'false' } });
  });
});
