import { useEffect, useEffectEvent, useState } from 'react';
import { useLazyPaymentIntentQuery } from '../../../domain/card-capture/card-capture-api.ts';
import type { Approved } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { paidElsewhere } from '../../../domain/card-capture/charged-elsewhere.ts';
import { useFindPayment, type FoundPayment } from '../../../domain/charges/use-find-payment.ts';
import { chargeKey, type ChargedSale, type CardEntryMethod } from './charge-keys.ts';

export interface ChargeResult {
  kind: 'charged';
  key: string;
  approved: Approved;
}

interface Charge {
  /** The sale's charge; null while none is known. */
  chargeResult: ChargeResult | null;
  /** Queries whether the sale has been charged and, if not, returns the key to use. */
  look: () => Promise<ChargeResult | { kind: 'ready'; key: string }>;
  approve: (key: string, approved: Approved) => void;
}

interface ChargeOptions {
  entryMethod: CardEntryMethod;
  /** Another payment that is known to have paid the sale. */
  paidBy: string | undefined;
}

type Find = (key: string) => Promise<FoundPayment>;
type Keyed = Exclude<FoundPayment, { kind: 'ended' }> & { key: string };

/**
 * Returns the state of a sale's charge. It queries the server first: after a reload the screen shows what was done and charges nothing
 * again.
 */
export function useCharge(sale: ChargedSale, { entryMethod, paidBy }: ChargeOptions): Charge {
  const [chargeResult, setChargeResult] = useState<ChargeResult | null>(null);
  const find = useFindPayment();
  const findOtherPayment = useFindOtherPayment();
  const search: Charge['look'] = async () => {
    const other = paidBy === undefined ? null : await findOtherPayment(paidBy);
    return other === null ? findCharge(find, sale, entryMethod) : chargeResultElsewhere(other);
  };
  const look: Charge['look'] = () =>
    search().then((found) => {
      if (found.kind === 'charged') setChargeResult(found);
      return found;
    });
  const opened = useEffectEvent(look);
  useEffect(() => void opened(), []);

  const approve: Charge['approve'] = (key, approved) =>
    setChargeResult(approved.elsewhere ? chargeResultElsewhere(approved) : { kind: 'charged', key, approved });
  return { chargeResult, look, approve };
}

/** Another payment has no key of this screen, so its own id is the key: its receipt is not printed and its sale not tendered here. */
function chargeResultElsewhere(approved: Approved): ChargeResult {
  return { kind: 'charged', key: `payment:${approved.paymentIntent}`, approved };
}

/** Returns null if the other payment was refunded meanwhile, so that the sale can be charged. */
function useFindOtherPayment(): (payment: string) => Promise<Approved | null> {
  const [look] = useLazyPaymentIntentQuery();
  return async (id) => {
    const { data } = await look({ params: { id }, query: { noCache: 'true' } });
    return data?.status === 'succeeded' && data.latest_charge?.refunded !== 'fully' ? paidElsewhere(data) : null;
  };
}

/** Queries both card entry methods, because a sale charged by either must not be charged again. */
async function findCharge(find: Find, sale: ChargedSale, entryMethod: CardEntryMethod): ReturnType<Charge['look']> {
  const [reader, form] = await Promise.all([newestAttempt(find, sale, 'reader'), newestAttempt(find, sale, 'form')]);
  const chargeResult = [reader, form].find((found) => found.kind === 'charged');
  return chargeResult ?? { kind: 'ready', key: (entryMethod === 'reader' ? reader : form).key };
}

async function newestAttempt(find: Find, sale: ChargedSale, entryMethod: CardEntryMethod, attempt = 1): Promise<Keyed> {
  const key = chargeKey(sale, entryMethod, attempt);
  const found = await find(key);
  return found.kind === 'ended' ? newestAttempt(find, sale, entryMethod, attempt + 1) : { ...found, key };
}
