import { useState } from 'react';
import type { Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { usePrintReceipt, type Paper } from './use-print-receipt.ts';

export interface PrintButtonState {
  /** The outcome of the last press; null before the first. */
  printed: Outcome | null;
  printing: boolean;
  /** Prints again, unless a print is running. */
  print: () => void;
}

/** The state of a 'Print Receipt' button, for receipts that print only on request. */
export function usePrintButton(paper: Paper): PrintButtonState {
  const printReceipt = usePrintReceipt();
  const [printed, setPrinted] = useState<Outcome | null>(null);
  const [printing, setPrinting] = useState(false);
  const print = async (): Promise<void> => {
    setPrinting(true);
    setPrinted(await printReceipt(paper));
    setPrinting(false);
  };
  return { printed, printing, print: () => void (printing || print()) };
}
