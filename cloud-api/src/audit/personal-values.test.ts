import { expect, it } from 'vitest';
import { hashOfPersonal, separatePersonal } from './personal-values.ts';

const about = (subject: string, after: object, why: string | null = null) =>
  separatePersonal({ subject, before: null, after: JSON.stringify(after), why });

it('replaces every text that may be personal, and keeps numbers, references and the company’s terms', () => {
  const { sealed } = about(
    'customer:cus_1',
    {
      name: 'Zoltán Őrsi',
      amount: 1_200,
      price: 'price_plus',
      status: 'active',
      invoice: 'in_1PkQ2rLkdIwH',
      metadata: { license: 'ZQX918-IL', vip: true },
      codes: ['ZQX918-IL'],
      ends: '2026-12-01T00:00:00.000Z',
    },
    'He moved to Berlin',
  );
  expect(JSON.parse(sealed.after!)).toEqual({
    name: '[personal]',
    amount: 1_200,
    price: 'price_plus',
    status: 'active',
    invoice: 'in_1PkQ2rLkdIwH',
    metadata: { license: '[personal]', vip: true },
    codes: ['[personal]'],
    ends: '2026-12-01T00:00:00.000Z',
  });
  expect(sealed.why).toBe('[personal]');
});

it('replaces a plate in the subject', () => {
  expect(about('code:ZQX918-IL', {}).sealed.subject).toBe('code:[personal]');
});

it('leaves rows about the company, and rows without a text, as they are', () => {
  expect(about('setting:couponEmail', { value: 'coupons@washdesk.example' }).personal).toBeNull();
  expect(about('charge:ch_1PkQ2rLkdIwH', { amount: 500 })).toMatchObject({ personal: null, hash: null });
});

it('treats rows of an unknown kind as personal', () => {
  expect(about('invention:1', { owner: 'Zoltán' }).personal).not.toBeNull();
});

it('has a hash that no order of keys changes and that any other value does', () => {
  const { personal, hash } = about('customer:cus_1', { name: 'A', email: 'b@c.de' });
  const turned = { ...personal!, after: '{"email": "b@c.de", "name": "A"}' };
  expect(hashOfPersonal(turned)).toEqual(hash);
  expect(hashOfPersonal({ ...personal!, after: '{"name": "B", "email": "b@c.de"}' })).not.toEqual(hash);
});
