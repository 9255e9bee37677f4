import { usePrintReceipt } from '../../../../../domain/receipt-printing/use-print-receipt.ts';
import { useCurrentDeviceQuery } from '../../../../../lib/startup-api.ts';
import type { PlanAction } from '../plan-actions.ts';

/** The actions whose receipt is printed immediately. */
const printed: readonly PlanAction[] = ['upgrade', 'downgrade', 'changeprice', 'discontinue', 'terminate'];

/**
 * Prints the receipt of a plan's action at an enrolled register. On an office PC the browser would ask first, so the Tools tab prints
 * there.
 */
export function usePrintAtRegister(): (action: PlanAction, subscription: string) => void {
  const { data } = useCurrentDeviceQuery();
  const printReceipt = usePrintReceipt();
  return (action, id) => {
    if (printed.includes(action) && data?.device?.kind === 'register') void printReceipt({ id, kind: 'planchange' });
  };
}
