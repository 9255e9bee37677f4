import { describe, expect, it } from 'vitest';
import { contactAddressesOf, isTextable } from './contact-addresses.ts';

const domain = 'no-email.invalid';

describe('how a customer can be reached', () => {
  it('is by a phone of the US or Canada and by a real address', () => {
    const customer = { id: 'cus_1', phone: '(815) 555-0100', email: 'Ada@Moore.test' };
    expect(contactAddressesOf(customer, domain)).toEqual({ phone: '+18155550100', email: 'Ada@Moore.test', badEmail: false });
  });

  it.each(['x@no-email.invalid', 'X@NO-EMAIL.INVALID', 'not an address', 'two@a.test, three@b.test', '', null])('is not by %j', (email) => {
    expect(contactAddressesOf({ id: 'cus_1', email }, domain)).toMatchObject({ email: null });
  });

  it('knows where mail came back', () => {
    expect(contactAddressesOf({ id: 'cus_1', email: 'a@b.test', metadata: { bademail: 'true' } }, domain).badEmail).toBe(true);
    expect(contactAddressesOf({ id: 'cus_1', email: 'a@b.test', metadata: { bademail: 'false' } }, domain).badEmail).toBe(false);
  });
});

it.each([
  ['+18155550100', true],
  ['+14165550100', true],
  ['+18765551234', false],
  ['+18095551234', false],
  ['+17875551234', false],
  ['+19005551234', false],
  ['+18005551234', false],
  ['+19765551234', false],
])('a text may go to %s: %s', (phone, expected) => {
  expect(isTextable(phone)).toBe(expected);
});
