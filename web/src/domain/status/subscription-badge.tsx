import { meaningOf } from '@washdesk/rules/plans/statuses';
import { StatusBadge } from './status-badge.tsx';

/** A subscription's status in the cashier's terms; null for no subscription. */
export function SubscriptionBadge({ status }: { status: string | null }) {
  if (status === null) return <StatusBadge tone="neutral">No plan</StatusBadge>;
  const { label, tone } = meaningOf(status);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
