import { StatusBadge } from '../../../domain/status/status-badge.tsx';

const voided = 1;

export const saleStateWords = (code: number): string => (code === voided ? 'Voided' : 'Closed');

/** The state of a Sitewatch sale. */
export function SaleState({ code }: { code: number }) {
  return <StatusBadge tone={code === voided ? 'stop' : 'go'}>{saleStateWords(code)}</StatusBadge>;
}
