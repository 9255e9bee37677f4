import { useState } from 'react';
import type { Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { usePrintReceipt, type Paper } from './use-print-receipt.ts';

export interface PrintButtonState {
  /** How the last press ended; null before the first. */
  printed: Outcome | null;
  printing: boolean;
  /** Prints once more, unless a print is under way. */
  print: () => void;
}

/** The state of a 'Print Receipt' button, for receipts that print only when it is pressed. */
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
