import { makeAddress, type Address } from '../objects/payment-method.ts';
import type { Input } from './input.ts';

/** If omitted, the field does not change; if empty, it is cleared. */
export function textOrNull(sent: string | undefined, existing: string | null): string | null {
  return sent === undefined ? existing : sent || null;
}

const addressParts = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

/** Reads an address: only its known parts, each keeping its value if omitted. */
export function addressFrom(input: Input, existing: Address = makeAddress()): Address {
  input.allowOnly(addressParts);
  const parts = addressParts.map((part) => [part, textOrNull(input.text(part), existing[part])] as const);
  return Object.fromEntries(parts) as unknown as Address;
}
