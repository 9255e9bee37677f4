import { useCurrentDeviceQuery } from '../../lib/startup-api.ts';
import { usePrintReceipt, type Paper } from './use-print-receipt.ts';

/**
 * Prints the receipt of an act immediately at an enrolled register. On an office PC the browser would ask first, so the Tools tab prints
 * there.
 */
export function usePrintAtRegister(): (paper: Paper) => void {
  const { data } = useCurrentDeviceQuery();
  const printReceipt = usePrintReceipt();
  return (paper) => {
    if (data?.device?.kind === 'register') void printReceipt(paper);
  };
}
