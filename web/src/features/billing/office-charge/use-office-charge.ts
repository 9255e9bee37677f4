import { useEffect, useEffectEvent, useState } from 'react';
import type { Approved, PaymentWish } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { useFindPayment } from '../../../domain/charging/use-find-payment.ts';
import { unsettledActs } from '../../../lib/unsettled/unsettled.ts';

/** A day's work: what is older is looked up under Transactions. */
const attempts = unsettledActs('office-charge', 24 * 60 * 60 * 1_000);

type Wish = Omit<PaymentWish, 'key'>;

interface OfficeCharge {
  /** What the dialog is asked to charge; null while none is open. */
  payment: PaymentWish | null;
  /** The server is asked whether this very charge was made already. */
  looking: boolean;
  begin: (wish: Wish, way: string) => Promise<void>;
  /** The dialog's answers. */
  approve: (approved: Approved) => void;
  giveUp: () => void;
}

/**
 * One charge a form: until its outcome is final the same entries mean the same payment, so that neither a second press nor a reload takes
 * the money twice (design section 4, "Money once").
 * @param onTaken the money is there, or was there already after a reload; settles when the person sees so, and only then the charge is over
 */
export function useOfficeCharge(onTaken: (approved: Approved) => Promise<void>): OfficeCharge {
  const [open, setOpen] = useState<{ subject: string; payment: PaymentWish } | null>(null);
  const [looking, setLooking] = useState(false);
  const findTaken = useFindTaken();

  const finish = async (subject: string, approved: Approved): Promise<void> => {
    await onTaken(approved);
    attempts.settle(subject);
  };
  const takeUp = useEffectEvent(async () => {
    for (const subject of attempts.subjects()) {
      const taken = await findTaken(subject);
      if (taken) return finish(subject, taken);
    }
  });
  useEffect(() => void takeUp(), []);

  const begin = async (wish: Wish, way: string): Promise<void> => {
    const subject = JSON.stringify([way, wish]);
    setLooking(true);
    const taken = await findTaken(subject);
    setLooking(false);
    if (taken) await finish(subject, taken);
    else setOpen({ subject, payment: { ...wish, key: attempts.idFor(subject) } });
  };
  const approve = (approved: Approved): void => {
    if (open) void finish(open.subject, approved);
    setOpen(null);
  };

  return { payment: open?.payment ?? null, looking, begin, approve, giveUp: () => setOpen(null) };
}

/** The money of a charge that was begun, or null where the form may go on. A charge that is over frees its key. */
function useFindTaken(): (subject: string) => Promise<Approved | null> {
  const find = useFindPayment();
  return async (subject) => {
    if (!attempts.subjects().includes(subject)) return null;
    const found = await find(attempts.idFor(subject));
    if (found.kind === 'over') attempts.settle(subject);
    return found.kind === 'taken' ? found.approved : null;
  };
}
