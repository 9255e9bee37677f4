import { refundKeys } from '@washdesk/rules/company/metadata-keys';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { z } from 'zod';
import type { OperationActor } from '../../../operations/operation.ts';
import { actorMetadata, officeTerminal } from '../../../operations/actor-metadata.ts';

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

export function refundNote(ids: readonly string[], amount: number, { note }: RefundReason): string {
  return `Refund [${ids.join(', ')}] of ${centsToDollars(amount)}: ${note}`;
}
