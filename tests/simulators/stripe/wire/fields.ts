import { makeAddress, type Address } from '../objects/payment-method.ts';
import type { Input } from './input.ts';

/** Not sent leaves a field as it is; sent empty clears it. */
export function textOrNull(sent: string | undefined, existing: string | null): string | null {
  return sent === undefined ? existing : sent || null;
}

const addressParts = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

/** An address as sent: only its named parts, each of which keeps what it was when it is not sent. */
export function addressFrom(input: Input, existing: Address = makeAddress()): Address {
  input.allowOnly(addressParts);
  const parts = addressParts.map((part) => [part, textOrNull(input.text(part), existing[part])] as const);
  return Object.fromEntries(parts) as unknown as Address;
}
