import type { Step } from '../../ports/payments.ts';

/** @param part names one of several calls of the same step */
export function keyOf({ operation, step, attempt }: Step, part?: string): { idempotencyKey: string } {
  const name = part === undefined ? step : `${step}.${part}`;
  return { idempotencyKey: `${operation}:${name}:${attempt}` };
}

/** By this a step whose key Stripe has forgotten is found again. */
export const operationMetadata = ({ operation, metadataKey }: Step, metadata: Record<string, string> = {}): Record<string, string> => ({
  ...metadata,
  [metadataKey]: operation,
});
