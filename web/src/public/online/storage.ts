import { pendingKey } from '../lib/pending-key.ts';
import { tabStorage } from '../lib/tab-storage.ts';
import type { SignUpForm } from './sign-up-form.ts';

const storage = tabStorage('online');

/** The idempotency key of the sign-up's checkout. */
export const checkoutKey = pendingKey(storage, 'checkout');

export const storedForm = (): Partial<SignUpForm> | null => storage.read('form') as Partial<SignUpForm> | null;
export const storeForm = (form: SignUpForm): void => storage.write('form', form);

export const storedSession = (): string | null => storage.read('session') as string | null;
export const storeSession = (sessionKey: string): void => storage.write('session', sessionKey);

/** The browser goes to the payment page; a start without a result then means that the customer came back without paying. */
export const leaveForPayment = (): void => storage.write('paying', true);

/** Whether the customer has just come back from the payment page without a result; asked once. */
export function cameBackUnpaid(): boolean {
  const left = storage.read('paying') === true;
  storage.remove('paying');
  return left;
}

/** The session of the payment page that the customer comes back from; once paid, only this tab has it. */
export function checkoutInAddress(): string | null {
  const state: unknown = window.history.state;
  const inTab = typeof state === 'object' && state !== null && 'checkout' in state ? String(state.checkout) : null;
  return new URLSearchParams(window.location.search).get('session_id') ?? inTab;
}

/** Takes the session out of the address, so that the history of a shared computer doesn't open the result. */
export function moveCheckoutToTab(session: string): void {
  const address = new URL(window.location.href);
  address.searchParams.delete('session_id');
  window.history.replaceState({ checkout: session }, '', address);
}

/** Once the sign-up is complete, nothing of it stays: the next person at a shared computer sees an empty form. */
export const forgetSignUp = (): void => storage.remove('form', 'session', 'paying', 'checkout');
