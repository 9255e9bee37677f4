import { useEffect, useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { tenderSale } from '../../lib/register-bridge/register-bridge.ts';
import { usePrintReceipt } from '../receipt-printing/use-print-receipt.ts';
import type { CompletedRefund } from './persisted-refund.ts';

interface AfterRefund {
  /** The running step. */
  busy: 'print' | 'tender' | null;
  /** Prints another receipt. */
  print: () => Promise<void>;
  /** Tenders the sale again after the register has rejected it. */
  tender: () => Promise<void>;
}

/**
 * The steps after a refund at the counter: prints the receipt, then tenders the register's sale. After a reload the remaining steps run.
 */
export function useAfterRefund(
  made: CompletedRefund,
  persist: (change: (before: CompletedRefund) => CompletedRefund) => void,
): AfterRefund {
  const printReceipt = usePrintReceipt();
  const [busy, setBusy] = useState<'print' | 'tender' | null>(null);

  const print = async (job: string): Promise<void> => {
    setBusy('print');
    const printed = await printReceipt({ id: made.id, kind: 'refund', job });
    persist((before) => ({ ...before, printed }));
    setBusy(null);
  };
  const tender = async (): Promise<void> => {
    if (!made.tender) return;
    setBusy('tender');
    const { saleid, amountCents } = made.tender;
    const outcome = await tenderSale({ saleid, amountCents, reference: made.id });
    persist((before) => ({ ...before, tender: before.tender && { ...before.tender, outcome } }));
    setBusy(null);
  };

  const begun = useRef(false);
  useEffect(() => {
    const completeSteps = async (): Promise<void> => {
      if (made.printed === null) await print(made.job);
      if (made.tender?.outcome === null) await tender();
    };
    if (begun.current) return;
    begun.current = true;
    void completeSteps();
  });

  return { busy, print: () => print(uuid()), tender };
}
