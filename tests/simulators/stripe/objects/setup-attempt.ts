import type { CardErrorBody } from '../cards/card-fault.ts';
import { passedChecks, type PaymentMethod } from './payment-method.ts';
import type { SetupIntent } from './setup-intent.ts';

export type SetupAttempt = ReturnType<typeof makeSetupAttempt>;

interface Parts {
  id: string;
  created: number;
  intent: SetupIntent;
  method: PaymentMethod;
  error: CardErrorBody | null;
  /** The reusable card of the reading; null if there is none. */
  generatedCard: string | null;
}

export function makeSetupAttempt({ id, created, intent, method, error, generatedCard }: Parts) {
  return {
    id,
    object: 'setup_attempt' as const,
    application: null,
    created,
    customer: intent.customer,
    customer_account: null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: detailsOf(method, generatedCard),
    setup_error: error,
    setup_intent: intent.id,
    status: error ? 'failed' : 'succeeded',
    usage: intent.usage,
  };
}

function detailsOf(method: PaymentMethod, generatedCard: string | null) {
  if (method.type === 'link') return { link: {}, type: 'link' };
  if (method.type === 'card_present') return { card_present: { generated_card: generatedCard, offline: null }, type: 'card_present' };
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  const facts = { brand, country, exp_month, exp_year, fingerprint, funding, last4 };
  return { card: { ...facts, checks: passedChecks(), network: brand, three_d_secure: null, wallet: null }, type: 'card' };
}
