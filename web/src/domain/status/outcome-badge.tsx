import type { Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { StatusBadge } from './status-badge.tsx';

/** How an operation of the register or the printer ended, in its own words. A failure is shown as a warning, because it can be tried again. */
export function OutcomeBadge({ outcome: { ok, message } }: { outcome: Outcome }) {
  return <StatusBadge tone={ok ? 'go' : 'wait'}>{message}</StatusBadge>;
}
