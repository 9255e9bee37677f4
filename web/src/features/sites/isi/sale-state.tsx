import { StatusBadge } from '../../../domain/status/status-badge.tsx';

const voided = 1;

/** The state of a Sitewatch sale. */
export function SaleState({ code }: { code: number }) {
  return code === voided ? <StatusBadge tone="stop">Voided</StatusBadge> : <StatusBadge tone="go">Closed</StatusBadge>;
}
