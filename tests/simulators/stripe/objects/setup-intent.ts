import type { CardErrorBody } from '../cards/card-fault.ts';
import type { AutomaticPaymentMethods, NextAction } from './payment-intent.ts';

export type SetupIntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'canceled' | 'succeeded';
export type SetupIntent = ReturnType<typeof makeSetupIntent>;

interface Parts {
  id: string;
  clientSecret: string;
  created: number;
  customer: string | null;
  description: string | null;
  /** Null: the types of the account's settings. */
  allowedTypes: readonly string[] | null;
  automatic?: AutomaticPaymentMethods | null;
  paymentMethod: string | null;
  metadata: Record<string, string>;
  usage: 'off_session' | 'on_session';
}

export function makeSetupIntent(parts: Parts) {
  const automatic: AutomaticPaymentMethods | null =
    parts.automatic ?? (parts.allowedTypes ? null : { allow_redirects: 'always', enabled: true });
  return {
    id: parts.id,
    object: 'setup_intent' as const,
    allowed_payment_method_types: parts.allowedTypes ? [...parts.allowedTypes] : null,
    application: null,
    automatic_payment_methods: automatic,
    cancellation_reason: null as string | null,
    client_secret: parts.clientSecret,
    created: parts.created,
    customer: parts.customer,
    customer_account: null,
    description: parts.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null as CardErrorBody | null,
    latest_attempt: null as string | null,
    livemode: false,
    mandate: null,
    metadata: parts.metadata,
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: parts.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [...(parts.allowedTypes ?? ['card', 'link'])],
    single_use_mandate: null,
    status: (parts.paymentMethod ? 'requires_confirmation' : 'requires_payment_method') as SetupIntentStatus,
    usage: parts.usage,
  };
}
