import type { Calendar } from '../clock.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import type { CheckoutSession } from './session.ts';

/** @throws StripeFault if it is not open any more */
export function expireSession(sandbox: Sandbox, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open') {
    throw new StripeFault(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  const expired: CheckoutSession = { ...session, status: 'expired' };
  sandbox.store.put(expired);
  sandbox.emit('checkout.session.expired', session.id);
  return expired;
}

/** Expires unpaid sessions when their time is over. */
export function checkoutCalendar(sandbox: Sandbox): Calendar {
  const open = (): CheckoutSession[] => sandbox.store.list('checkout.session').filter(({ status }) => status === 'open');
  return {
    nextDue: () => open().reduce<number | undefined>((next, { expires_at: at }) => Math.min(next ?? at, at), undefined),
    run(at) {
      for (const session of open()) if (session.expires_at <= at) expireSession(sandbox, session);
    },
  };
}
