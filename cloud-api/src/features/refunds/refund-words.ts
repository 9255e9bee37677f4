import { refundKeys } from '@washdesk/rules/metadata-keys';
import { centsToDollars } from '@washdesk/rules/money';
import type { DeedBy } from '../../deeds/deed.ts';
import { whoMetadata } from '../../deeds/who.ts';

/** Why money is given back, as staff said it. */
export interface Why {
  note: string;
  description: string | null;
}

export const refundMetadata = (by: DeedBy, { note, description }: Why): Record<string, string> => ({
  ...whoMetadata(by),
  [refundKeys.note]: note,
  ...(description && { [refundKeys.description]: description }),
});

/** The note that a refund leaves on its customer. */
export function refundNote(ids: readonly string[], amount: number, { note }: Why): string {
  return `Refund [${ids.join(', ')}] of ${centsToDollars(amount)}: ${note}`;
}
