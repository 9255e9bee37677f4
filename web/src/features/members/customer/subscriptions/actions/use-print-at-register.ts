import { usePrintReceipt } from '../../../../../domain/receipt-printing/use-print-receipt.ts';
import { useCurrentDeviceQuery } from '../../../../../lib/startup-api.ts';
import type { PlanAction } from '../plan-actions.ts';

/** The actions that write a receipt, which is printed at once. */
const printed: readonly PlanAction[] = ['upgrade', 'downgrade', 'changeprice', 'discontinue', 'terminate'];

/** Prints the receipt of an action on a plan at an enrolled register. An office PC would only be asked by its browser: there the Tools tab prints. */
export function usePrintAtRegister(): (action: PlanAction, subscription: string) => void {
  const { data } = useCurrentDeviceQuery();
  const printReceipt = usePrintReceipt();
  return (action, id) => {
    if (printed.includes(action) && data?.device?.kind === 'register') void printReceipt({ id, kind: 'planchange' });
  };
}
