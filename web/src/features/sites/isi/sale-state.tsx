import { StatusBadge } from '../../../domain/status/status-badge.tsx';

const voided = 1;

/** Whether a sale of Sitewatch stands. */
export function SaleState({ code }: { code: number }) {
  return code === voided ? <StatusBadge tone="stop">Voided</StatusBadge> : <StatusBadge tone="go">Closed</StatusBadge>;
}
