import { describe, expect, it } from 'vitest';
import { saveCustomer } from '@washdesk/contracts/members/customer-edit';
import { aCustomer } from '../../../../testing/customer.ts';
import { dirtyFields, fieldOf, infoOf, saveBody, valueOf } from './info-form.ts';

const base = infoOf({
  ...aCustomer({ name: 'Moore, Ada', metadata: { CustomerCode: 'ABC123-IL', CarColor: 'Red' }, isTruck: true }),
  nextPrice: null,
});

describe('what is saved of a customer', () => {
  it('is what was changed, beside what it was', () => {
    const form = { ...base, phone: '8155550100', city: 'Joliet', color: 'Blue', isTruck: false, taxExempt: true };
    expect(dirtyFields(form, base)).toEqual(['phone', 'city', 'color', 'isTruck', 'taxExempt']);
    const body = saveBody(form, base);
    expect(body).toEqual({
      phone: '8155550100',
      address: { city: 'Joliet' },
      metadata: { CarColor: 'Blue', isTruck: false },
      tax_exempt: 'exempt',
      base: { phone: '', address: { city: '' }, metadata: { CarColor: 'Red', isTruck: true }, tax_exempt: 'none' },
    });
    expect(saveCustomer.body.safeParse(body).success).toBe(true);
  });

  it('is read back by the names that the API gives', () => {
    expect(fieldOf('metadata.CarColor')).toBe('color');
    expect(fieldOf('metadata.isFleet')).toBeNull();
    expect([valueOf('isTruck', 'true'), valueOf('taxExempt', 'none'), valueOf('phone', '1')]).toEqual([true, false, '1']);
  });
});
