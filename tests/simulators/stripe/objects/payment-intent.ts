import type { CardErrorBody } from '../cards/card-fault.ts';

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded';

export type PaymentIntent = ReturnType<typeof makePaymentIntent>;

interface Parts {
  id: string;
  clientSecret: string;
  amount: number;
  created: number;
  customer: string | null;
  description: string | null;
  /** Null: the types of the account's settings. */
  allowedTypes: readonly string[] | null;
  automatic?: AutomaticPaymentMethods | null;
  paymentMethod?: string | null;
  captureMethod?: 'automatic' | 'automatic_async' | 'manual';
  metadata?: Record<string, string>;
  receiptEmail?: string | null;
  setupFutureUsage?: string | null;
  statementDescriptor?: string | null;
  statementDescriptorSuffix?: string | null;
}

export interface AutomaticPaymentMethods {
  allow_redirects: 'always' | 'never';
  enabled: boolean;
}

/** The account's default types for online payments. */
const accountTypes: readonly string[] = ['card', 'link'];

export function makePaymentIntent(parts: Parts) {
  const automatic: AutomaticPaymentMethods | null =
    parts.automatic ?? (parts.allowedTypes ? null : { allow_redirects: 'always', enabled: true });
  return {
    id: parts.id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: parts.allowedTypes ? [...parts.allowedTypes] : null,
    amount: parts.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: parts.captureMethod ?? 'automatic_async',
    client_secret: parts.clientSecret,
    confirmation_method: 'automatic',
    created: parts.created,
    currency: 'usd',
    customer: parts.customer,
    customer_account: null,
    description: parts.description,
    excluded_payment_method_types: null,
    last_payment_error: null as CardErrorBody | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: parts.metadata ?? {},
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: parts.paymentMethod ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [...(parts.allowedTypes ?? accountTypes)],
    payment_record: null,
    processing: null,
    receipt_email: parts.receiptEmail ?? null,
    review: null,
    setup_future_usage: parts.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: parts.statementDescriptor ?? null,
    statement_descriptor_suffix: parts.statementDescriptorSuffix ?? null,
    status: (parts.paymentMethod ? 'requires_confirmation' : 'requires_payment_method') as PaymentIntentStatus,
    transfer_data: null,
    transfer_group: null,
  };
}

/** The browser's next step: 3-D Secure, by Stripe's script. */
export interface NextAction {
  type: 'use_stripe_sdk';
  use_stripe_sdk: Record<string, string>;
}
