import type { Outcome } from '../lib/register-bridge/register-bridge.ts';
import { StatusBadge } from './status-badge.tsx';

/** How an operation of the register or the printer ended, in its own words. One that failed can be tried again, so it warns and does not stop. */
export function OutcomeBadge({ outcome: { ok, message } }: { outcome: Outcome }) {
  return <StatusBadge tone={ok ? 'go' : 'wait'}>{message}</StatusBadge>;
}
