import type { checkoutState, CheckoutResult, startCheckout } from '@washdesk/contracts/billing/checkout';
import type {
  onlineColors,
  onlineLocations,
  onlineMakes,
  onlineModels,
  onlinePlans,
  onlinePreview,
  OnlinePreview,
  onlineSearch,
  onlineSession,
  onlineTerms,
  OnlineTermsText,
} from '@washdesk/contracts/billing/online';
import type { onlineZip } from '@washdesk/contracts/company/reference';
import { call, CallFailed } from '../lib/call.ts';
import type { Language } from '../lib/languages.ts';
import { isOutcome } from '../lib/pending-key.ts';
import { checkoutBody, customerCode, type SignUpForm } from './sign-up-form.ts';
import { checkoutKey, storedSession, storeSession } from './storage.ts';

/** While many people of one network sign up at once, a call waits this long at most, this often, and goes on by itself. */
const turn = { longestSeconds: 60, times: 3 };

async function waitingForItsTurn<T>(send: () => Promise<T>, times = turn.times): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const seconds = error instanceof CallFailed && error.status === 429 ? error.retryAfterSeconds : null;
    if (seconds === null || seconds > turn.longestSeconds || times === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return waitingForItsTurn(send, times - 1);
  }
}

export const readLocations = (signal?: AbortSignal) =>
  waitingForItsTurn(() => call<typeof onlineLocations>('GET', '/online/locations', { signal }));

export const readPlans = (site: number, signal?: AbortSignal) =>
  waitingForItsTurn(() => call<typeof onlinePlans>('GET', '/online/plans', { query: { site }, signal }));

export const readMakes = (site: number, signal: AbortSignal) =>
  waitingForItsTurn(() => call<typeof onlineMakes>('GET', '/online/makes', { query: { site }, signal }));

export const readModels = (site: number, make: number, signal: AbortSignal) =>
  waitingForItsTurn(() => call<typeof onlineModels>('GET', '/online/models', { query: { site, make }, signal }));

export const readColors = (site: number, signal: AbortSignal) =>
  waitingForItsTurn(() => call<typeof onlineColors>('GET', '/online/colors', { query: { site }, signal }));

export const readZip = (zip: string, signal: AbortSignal) =>
  call<typeof onlineZip>('GET', `/online/zipcode/${encodeURIComponent(zip)}`, { signal });

export const readTerms = (plan: string, lang: Language, signal: AbortSignal): Promise<OnlineTermsText> =>
  waitingForItsTurn(() => call<typeof onlineTerms>('GET', '/online/terms', { query: { plan, lang }, signal }));

export const readPreview = (PlanId: string, signal: AbortSignal): Promise<OnlinePreview> =>
  waitingForItsTurn(() => call<typeof onlinePreview>('POST', '/online/preview', { body: { PlanId }, signal }));

export const readCheckout = (session: string, signal: AbortSignal): Promise<CheckoutResult> =>
  call<typeof checkoutState>('GET', `/checkout/${encodeURIComponent(session)}`, { signal });

/** Returns the key of this browser's sign-up, renewed where it has one. */
export async function openSession(): Promise<string> {
  const { sessionKey } = await call<typeof onlineSession>('GET', '/online/session', { query: { sessionid: storedSession() ?? undefined } });
  storeSession(sessionKey);
  return sessionKey;
}

/** Whether the e-mail address or the plate already has an account. */
export async function hasAccount(form: SignUpForm): Promise<boolean> {
  const { exists } = await withSession((sessionKey) => {
    const body = { email: form.email.trim(), customercode: customerCode(form), sessionKey, site: form.site ?? undefined };
    return call<typeof onlineSearch>('POST', '/online/search', { body });
  });
  return exists;
}

/** Opens the payment page and returns its address. A repetition with the same entries sends the same key until the outcome is known. */
export async function openPayment(form: SignUpForm, lang: Language): Promise<string> {
  const entries = checkoutBody(form, lang);
  const key = checkoutKey.keyFor(entries);
  try {
    const { url } = await waitingForItsTurn(() =>
      withSession((sessionKey) => call<typeof startCheckout>('POST', '/checkout', { body: { ...entries, sessionKey }, key })),
    );
    checkoutKey.settle();
    return url;
  } catch (error) {
    if (error instanceof CallFailed && isOutcome(error)) checkoutKey.settle();
    throw error;
  }
}

/** A key that expired while the customer read or typed is renewed, and the call is sent again. */
async function withSession<T>(send: (sessionKey: string) => Promise<T>): Promise<T> {
  try {
    return await send(storedSession() ?? (await openSession()));
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'session_expired') throw error;
    return send(await openSession());
  }
}
