import { z } from 'zod';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { refundKeys } from '@washdesk/rules/company/metadata-keys';
import { actorMetadata, officeTerminal } from '../../../operations/actor-metadata.ts';
import type { OperationActor } from '../../../operations/operation.ts';

/** The reason for a refund, as staff entered it. */
export const refundReasonSchema = z.object({
  note: z.string(),
  description: z.string().nullable(),
});
export type RefundReason = z.infer<typeof refundReasonSchema>;

export const refundMetadata = (by: OperationActor, { note, description }: RefundReason): Record<string, string> => ({
  ...actorMetadata({ ...by, terminal: by.terminal ?? officeTerminal }),
  [refundKeys.note]: note,
  ...(description && { [refundKeys.description]: description }),
});

/** @param missing the part of the requested amount that could not be refunded */
export function refundNote(ids: readonly string[], amount: number, { note }: RefundReason, missing = 0): string {
  const partly = missing > 0 ? ` (${centsToDollars(missing)} of the requested amount was not refunded)` : '';
  return `Refund [${ids.join(', ')}] of ${centsToDollars(amount)}${partly}: ${note}`;
}
