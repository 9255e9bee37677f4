import { z } from 'zod';
import { intentOfSecret } from '../readers/intent-of-secret.ts';
import { callOperation } from '../server/internal-call.ts';
import type { Route, Visit } from '../site/route.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import type { WireObject } from '../wire/wire-object.ts';
import { authenticatePayment, authenticateSetup } from './authenticate.ts';

const cardSchema = z.object({ number: z.string(), exp_month: z.int(), exp_year: z.int(), cvc: z.string() });
const text = z.string().optional();
const billingDetailsSchema = z.object({
  name: text,
  email: text,
  phone: text,
  address: z.object({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text }).optional(),
});
const methodSchema = z.object({ card: cardSchema, billing_details: billingDetailsSchema });
const keySchema = z.object({ key: z.string().regex(/^pk_test_/, 'a publishable key of test mode') });
const secretSchema = keySchema.extend({ client_secret: z.string() });
const confirmSchema = secretSchema.extend({ payment_method: z.string().nullish(), payment_method_data: methodSchema.optional() });

const kinds = {
  'payment-intents': { kind: 'payment_intent', named: 'paymentIntent', path: '/v1/payment_intents', authenticate: authenticatePayment },
  'setup-intents': { kind: 'setup_intent', named: 'setupIntent', path: '/v1/setup_intents', authenticate: authenticateSetup },
} as const;

/** Stripe's script never leaves the page for a card, so the return URL is never used. */
const comesBack = 'https://js.stripe.com/';

/** The endpoints that the Stripe script calls, with only the publishable key and client secrets. */
export function stripeRoutes(sandbox: Sandbox): Route[] {
  const action = (path: string, run: (body: unknown) => unknown): Route => ({
    method: 'POST',
    path: `/_browser/${path}`,
    answer: ({ json }: Visit) => ({ json: resultOrError(() => run(json())) }),
  });
  const ofIntents = Object.entries(kinds).flatMap(([name, { kind, named, path, authenticate }]) => [
    action(`${name}/retrieve`, (body) => {
      const { id } = intentOfSecret(sandbox.store, kind, secretSchema.parse(body).client_secret);
      return { [named]: forBrowsers(callOperation(sandbox, 'GET', `${path}/${id}`)) };
    }),
    action(`${name}/confirm`, (body) => {
      const { client_secret: secret, payment_method: known, payment_method_data: typed } = confirmSchema.parse(body);
      const { id } = intentOfSecret(sandbox.store, kind, secret);
      const method = typed ? createMethod(sandbox, typed).id : (known ?? undefined);
      const confirmation = { payment_method: method, return_url: comesBack, use_stripe_sdk: true };
      return { [named]: forBrowsers(callOperation(sandbox, 'POST', `${path}/${id}/confirm`, confirmation)) };
    }),
    action(`${name}/authenticate`, (body) => {
      const { client_secret: secret, approved } = secretSchema.extend({ approved: z.boolean() }).parse(body);
      const { id } = intentOfSecret(sandbox.store, kind, secret);
      authenticate(sandbox, id, approved);
      return { [named]: forBrowsers(callOperation(sandbox, 'GET', `${path}/${id}`)) };
    }),
  ]);
  return [
    action('payment-methods', (body) => ({ paymentMethod: createMethod(sandbox, keySchema.extend(methodSchema.shape).parse(body)) })),
    ...ofIntents,
  ];
}

function createMethod(sandbox: Sandbox, { card, billing_details }: z.infer<typeof methodSchema>): WireObject {
  return callOperation(sandbox, 'POST', '/v1/payment_methods', { type: 'card', card, billing_details });
}

/** Removes the fields that only the account's servers may see. */
function forBrowsers({ metadata: _metadata, latest_charge: _charge, ...intent }: WireObject): Record<string, unknown> {
  return intent;
}

/** The script's methods resolve with their errors instead of rejecting. */
function resultOrError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof StripeFault) return error.toWire('req_browser');
    throw error;
  }
}
