import { operationOf } from '@washdesk/rules/company/metadata-keys';
import type { Step } from '../../../ports/payments.ts';
import { translated } from './errors.ts';

/** @param part names one of several calls of the same step */
export function idempotencyKeyOf({ operation, step, attempt }: Step, part?: string): { idempotencyKey: string } {
  const name = part === undefined ? step : `${step}.${part}`;
  return { idempotencyKey: `${operation}:${name}:${attempt}` };
}

/** The metadata by which a step is found again after Stripe has forgotten its key. */
export const operationMetadata = ({ operation }: Step, metadata: Record<string, string> = {}): Record<string, string> => ({
  ...metadata,
  operation,
});

/** Returns the listed object that has the operation in its metadata. @param listed all pages, newest first. @throws as every call does */
export async function findOfOperation<T extends { metadata?: Record<string, string> | null }>(
  operation: string,
  listed: AsyncIterable<T>,
): Promise<T | null> {
  try {
    for await (const one of listed) if (operationOf(one.metadata) === operation) return one;
    return null;
  } catch (error) {
    throw translated(error);
  }
}
