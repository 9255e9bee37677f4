import { usePrintReceipt } from '../../../domain/receipt-printing/use-print-receipt.ts';
import type { Outcome } from '../../../lib/register-bridge/register-bridge.ts';
import type { RedeemAnswer } from './verdict.ts';

/** Prints the receipt of a usage; with a price increase due, the one that tells the member of the new price. Each press is a job of its own. */
export function useReceiptPrinting(): (member: RedeemAnswer) => Promise<Outcome> {
  const print = usePrintReceipt();
  return async ({ usageId, priceIncrease }) => {
    if (usageId === null) return { ok: false, message: 'There is no usage to print a receipt for' };
    return print({ id: usageId, kind: priceIncrease ? 'priceincrease' : 'redeem' });
  };
}
