import type { Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { StatusBadge } from './status-badge.tsx';

/** The outcome of a register or printer operation, in its own words. A failure is shown as a warning, because it can be retried. */
export function OutcomeBadge({ outcome: { ok, message } }: { outcome: Outcome }) {
  return <StatusBadge tone={ok ? 'go' : 'wait'}>{message}</StatusBadge>;
}
