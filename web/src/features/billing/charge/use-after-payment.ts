import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import { z } from 'zod';
import { chargeMode } from '@washdesk/rules/billing/charges';
import type { Approved } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { usePrintReceipt } from '../../../domain/receipt-printing/use-print-receipt.ts';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { nativeRegister } from '../../../lib/register-bridge/native-register.ts';
import { outcome, tenderSale, type Outcome } from '../../../lib/register-bridge/register-bridge.ts';

/** The steps after a charge from this tab. They survive a reload, so nothing is printed twice automatically. */
const afterPayment = z.object({
  /** The charge's Idempotency-Key. */
  key: z.string(),
  /** The id of the receipt's print job. */
  job: z.uuid(),
  receipt: outcome.nullable(),
  tender: outcome.nullable(),
});
type PersistedAfterPayment = z.infer<typeof afterPayment>;

interface ChargedSaleResult {
  key: string;
  approved: Approved;
  saleid: string | null;
  amountCents: number;
}

export interface AfterPayment {
  /** Null if a card was saved and no money moved. */
  receipt: Step | null;
  /** Null outside a register and if the register passed no sale. */
  tender: Step | null;
}

export interface Step {
  outcome: Outcome | null;
  busy: boolean;
  /** Repeats the step on request. */
  again: () => void;
}

const usePersistedAfterPayment = () => usePersistedState<PersistedAfterPayment | null>('charge', afterPayment.nullable(), null);

/** Stores, before the card is read, that the receipt must be printed and the sale tendered after the payment. */
export function useBeginAfterPayment(): (key: string) => void {
  const [, persist] = usePersistedAfterPayment();
  return (key) => persist((before) => (before?.key === key ? before : fresh(key)));
}

const fresh = (key: string): PersistedAfterPayment => ({ key, job: uuid(), receipt: null, tender: null });

/**
 * Prints the receipt and tenders the sale, each once (docs/rules/billing.md#register-charge). For a charge from another tab it does neither
 * automatically, because this tab has no record of what was done.
 * @param onDone called when both have just succeeded
 */
export function useAfterPayment({ key, approved, saleid, amountCents }: ChargedSaleResult, onDone: () => void): AfterPayment {
  const [persisted, persist] = usePersistedAfterPayment();
  const own = persisted?.key === key ? persisted : null;
  const printReceipt = usePrintReceipt();
  const moved = chargeMode(amountCents) === 'payment';
  const tenders = moved && saleid !== null && nativeRegister() !== null;
  const [due] = useState({ receipt: moved && own?.receipt === null, tender: tenders && own?.tender === null });
  const [busy, setBusy] = useState(due);

  const step = (name: 'receipt' | 'tender', run: () => Promise<Outcome>): Promise<boolean> =>
    run().then((ended) => {
      persist((before) => ({ ...(before?.key === key ? before : fresh(key)), [name]: ended }));
      setBusy((before) => ({ ...before, [name]: false }));
      return ended.ok;
    });
  const id = approved.charge?.id ?? approved.paymentIntent;
  const print = (job: string) => step('receipt', () => printReceipt({ id, kind: 'charge', job }));
  const tender = () => step('tender', () => tenderSale({ saleid: saleid ?? '', amountCents, reference: approved.paymentIntent }));

  const here = useStillHere();
  const begin = useEffectEvent(async () => {
    if (!own || !(due.receipt || due.tender)) return;
    const receipt = due.receipt ? print(own.job) : own.receipt?.ok;
    const tendered = due.tender ? tender() : !tenders || own.tender?.ok;
    const ended = await Promise.all([receipt, tendered]);
    if (ended.every(Boolean) && here()) onDone();
  });
  useEffect(() => void begin(), []);

  const byHand = (name: 'receipt' | 'tender', run: () => Promise<boolean>): void => {
    setBusy((before) => ({ ...before, [name]: true }));
    void run();
  };
  return {
    receipt: moved ? { outcome: own?.receipt ?? null, busy: busy.receipt, again: () => byHand('receipt', () => print(uuid())) } : null,
    tender: tenders ? { outcome: own?.tender ?? null, busy: busy.tender, again: () => byHand('tender', tender) } : null,
  };
}

function useStillHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
