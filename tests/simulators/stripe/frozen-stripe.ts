import { Stripe } from 'stripe';
import type { Company } from '@washdesk/simulators/company/company';
import { registerCalendars } from './calendars.ts';
import { MovableClock } from './clock.ts';
import { openDriftWatch, type DriftWatch } from './fidelity/drift.ts';
import { loadCompany } from './load-company.ts';
import { createApi } from './server/api.ts';
import type { Sandbox } from './state/sandbox.ts';
import { Store } from './state/store.ts';
import { IdempotencyStore } from './wire/idempotency.ts';

export interface FrozenStripe {
  stripe: Stripe;
  store: Store;
  sandbox: Sandbox;
  /** The types of all events so far, with the ids of their objects. */
  emitted: { type: string; id: string }[];
}

/** Reading the SDK's types is slow, so all simulators of a test file share one watch. */
const drift = openDriftWatch();

/**
 * Creates a simulator without sockets whose time only moves on `sandbox.moveClock`: for bills to the second, through the real SDK.
 * @param at epoch seconds
 */
export async function frozenStripe({ at, company }: { at: number; company?: Company }): Promise<FrozenStripe> {
  const store = new Store();
  if (company) loadCompany(store, company);
  const clock = new MovableClock(at * 1_000, () => 0);
  const emitted: FrozenStripe['emitted'] = [];
  const sandbox: Sandbox = {
    store,
    newId: countedIds(),
    now: () => clock.now(),
    moveClock: (to) => clock.moveTo(to * 1_000),
    emit: (type, id) => emitted.push({ type, id }),
  };
  registerCalendars(sandbox, clock);
  return { stripe: sdkOf(sandbox, await drift), store, sandbox, emitted };
}

function countedIds(): Sandbox['newId'] {
  let made = 0;
  return (prefix) => `${prefix}_${String((made += 1)).padStart(8, '0')}`;
}

function sdkOf(sandbox: Sandbox, watch: DriftWatch | undefined): Stripe {
  const plain = createApi({
    sandbox,
    idempotency: new IdempotencyStore(),
    events: { causedBy: (_cause, run) => run() },
    keysByParameters: () => false,
    breakDown: () => undefined,
    commit: () => undefined,
  });
  const api = watch?.around(plain) ?? plain;
  const answer = (url: string, { method = 'GET', headers, body }: RequestInit): Response => {
    const request = {
      method,
      url: new URL(url),
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === 'string' ? body : '',
    };
    const { status, body: answered } = api(request, 'req_frozen');
    return Response.json(answered, { status, headers: { 'request-id': 'req_frozen' } });
  };
  const httpClient = Stripe.createFetchHttpClient((url: string | URL | Request, init: RequestInit = {}) =>
    Promise.resolve(answer(url instanceof Request ? url.url : String(url), init)),
  );
  return new Stripe('sk_test_frozen', { httpClient, telemetry: false, maxNetworkRetries: 0 });
}
