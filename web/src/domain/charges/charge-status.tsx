import type { Charge } from '@washdesk/contracts/billing/charge';
import { StatusBadge } from '../status/status-badge.tsx';
import type { Tone } from '../status/tone.ts';

/** The status of a charge, with its refunded or disputed amount. */
export function ChargeStatus({ charge }: { charge: Charge }) {
  const { tone, words } = statusOf(charge);
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

export function statusOf({ status, disputed, refunded, amount_captured }: Charge): { tone: Tone; words: string } {
  if (status === 'failed') return { tone: 'stop', words: 'Declined' };
  if (disputed) return { tone: 'stop', words: 'Disputed' };
  if (refunded === 'fully') return { tone: 'neutral', words: 'Fully Refunded' };
  if (refunded === 'partially') return { tone: 'wait', words: 'Partially Refunded' };
  if (status === 'pending') return { tone: 'wait', words: 'Pending' };
  return amount_captured > 0 ? { tone: 'go', words: 'Paid' } : { tone: 'neutral', words: 'Not Collected' };
}
