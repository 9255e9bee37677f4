import { useEffect, useEffectEvent, useState } from 'react';
import type { Approved, CardPaymentRequest } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { useFindPayment } from '../../../domain/charges/use-find-payment.ts';
import { pendingRequests } from '../../../lib/pending-requests/pending-requests.ts';

/** One day; older charges are found under Transactions. */
const attempts = pendingRequests('office-charge', 24 * 60 * 60 * 1_000);

type ChargeRequest = Omit<CardPaymentRequest, 'key'>;

interface OfficeCharge {
  /** The payment for the dialog; null while it is closed. */
  payment: CardPaymentRequest | null;
  /** Whether an existing charge of these entries is being queried. */
  looking: boolean;
  begin: (request: ChargeRequest, entryMethod: string) => Promise<void>;
  /** Called with the dialog's result. */
  approve: (approved: Approved) => void;
  giveUp: () => void;
}

/**
 * One charge per form: until its outcome is final, the same entries mean the same payment, so that neither a second press nor a reload
 * charges twice (docs/rules/billing.md#office-charge).
 * @param onCharged called when the charge succeeds or had succeeded before a reload. The charge ends when its promise settles, after the
 * user has seen the result
 */
export function useOfficeCharge(onCharged: (approved: Approved) => Promise<void>): OfficeCharge {
  const [open, setOpen] = useState<{ subject: string; payment: CardPaymentRequest } | null>(null);
  const [looking, setLooking] = useState(false);
  const findCharged = useFindCharged();

  const finish = async (subject: string, approved: Approved): Promise<void> => {
    await onCharged(approved);
    attempts.settle(subject);
  };
  const resume = useEffectEvent(async () => {
    for (const subject of attempts.subjects()) {
      const charged = await findCharged(subject);
      if (charged) return finish(subject, charged);
    }
  });
  useEffect(() => void resume(), []);

  const begin = async (request: ChargeRequest, entryMethod: string): Promise<void> => {
    const subject = JSON.stringify([entryMethod, request]);
    setLooking(true);
    const charged = await findCharged(subject);
    setLooking(false);
    if (charged) await finish(subject, charged);
    else setOpen({ subject, payment: { ...request, key: attempts.idFor(subject) } });
  };
  const approve = (approved: Approved): void => {
    if (open) void finish(open.subject, approved);
    setOpen(null);
  };

  return { payment: open?.payment ?? null, looking, begin, approve, giveUp: () => setOpen(null) };
}

/** Returns the result of a started charge; null if the form may continue. A finished charge frees its key. */
function useFindCharged(): (subject: string) => Promise<Approved | null> {
  const find = useFindPayment();
  return async (subject) => {
    if (!attempts.subjects().includes(subject)) return null;
    const found = await find(attempts.idFor(subject));
    if (found.kind === 'ended') attempts.settle(subject);
    return found.kind === 'charged' ? found.approved : null;
  };
}
