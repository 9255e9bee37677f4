import { expect, it } from 'vitest';
import { maskEmail, maskPhone } from './masked-contact.ts';

it.each([
  ['+18155550173', '•••-•••-0173'],
  ['(815) 555-0173', '•••-•••-0173'],
  ['12', '•••-•••-12'],
])('shows the phone %s as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});

it.each([
  ['ines@example.com', 'i•••@example.com'],
  ['a@b.co', 'a•••@b.co'],
  ['no address', '•••'],
])('shows the email %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
