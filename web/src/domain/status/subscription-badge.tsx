import { isGoodStatus, isPaymentDue, paymentDueLabel } from '@washdesk/rules/plans/statuses';
import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './tone.ts';

const words: Readonly<Record<string, string>> = {
  active: 'Active',
  trialing: 'Trial',
  canceled: 'Canceled',
  unpaid: 'Unpaid',
  incomplete: 'Incomplete',
  incomplete_expired: 'Expired',
  paused: 'Paused',
};

/** A subscription's status in the cashier's terms; null for no subscription. */
export function SubscriptionBadge({ status }: { status: string | null }) {
  if (status === null) return <StatusBadge tone="neutral">No plan</StatusBadge>;
  if (isPaymentDue(status)) return <StatusBadge tone="wait">{paymentDueLabel}</StatusBadge>;
  return <StatusBadge tone={toneOf(status)}>{words[status] ?? status}</StatusBadge>;
}

function toneOf(status: string): Tone {
  if (isGoodStatus(status)) return 'go';
  return status === 'incomplete' || status === 'paused' ? 'wait' : 'stop';
}
