import { disputeKeys, paymentKeys, refundKeys, scheduleKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderKind } from '../../common/provider-objects.ts';
import type { Snapshot } from './snapshot.ts';

const common = ['id', 'object', 'created', 'status', 'livemode'];

/** Fields of an erased customer's objects that books and reports need. Every other field may be personal. */
const keptFields: Readonly<Partial<Record<ProviderKind, readonly string[]>>> = {
  subscription: [
    ...common,
    'billing_cycle_anchor',
    'cancel_at',
    'cancel_at_period_end',
    'canceled_at',
    'collection_method',
    'currency',
    'default_tax_rates',
    'ended_at',
    'items',
    'latest_invoice',
    'pause_collection',
    'schedule',
    'start_date',
    'trial_end',
  ],
  schedule: [...common, 'phases', 'subscription'],
  invoice: [
    ...common,
    'amount_due',
    'amount_paid',
    'amount_remaining',
    'attempt_count',
    'billing_reason',
    'currency',
    'next_payment_attempt',
    'number',
    'payments',
    'receipt_number',
    'status_transitions',
    'subtotal',
    'total',
    'total_excluding_tax',
    'total_taxes',
  ],
  payment_intent: [...common, 'amount', 'amount_capturable', 'amount_received', 'capture_method', 'currency', 'latest_charge'],
  charge: [
    ...common,
    'amount',
    'amount_captured',
    'amount_refunded',
    'balance_transaction',
    'captured',
    'currency',
    'disputed',
    'failure_code',
    'outcome',
    'payment_intent',
    'receipt_number',
    'refunded',
  ],
  refund: [...common, 'amount', 'charge', 'currency', 'failure_reason', 'payment_intent'],
  dispute: [...common, 'amount', 'charge', 'currency', 'payment_intent', 'reason'],
};

const isPersonalKey = new Set<string>([paymentKeys.description, paymentKeys.refNumber, refundKeys.note]);
const keptMetadata: ReadonlySet<string> = new Set(
  [subscriptionKeys, paymentKeys, refundKeys, disputeKeys, scheduleKeys]
    .flatMap((keys) => Object.values<string>(keys))
    .concat('operation')
    .filter((key) => !isPersonalKey.has(key)),
);

type Fields = Record<string, unknown>;

const metadataOf = (metadata: unknown): Fields =>
  Object.fromEntries(Object.entries((metadata ?? {}) as Fields).filter(([key]) => keptMetadata.has(key)));

/** Fields that remain in a reduced form, with the shape that readers expect. */
const reducedFields: Readonly<Partial<Record<ProviderKind, (object: Fields) => Fields>>> = {
  subscription: (object) => ({
    cancellation_details: { comment: null, reason: (object['cancellation_details'] as Fields | null)?.['reason'] ?? null },
    default_payment_method: null,
  }),
  invoice: ({ lines, parent }) => {
    const details = (parent as { subscription_details: Fields | null } | null)?.subscription_details;
    return {
      description: null,
      lines: {
        data: ((lines as { data: Fields[] } | undefined)?.data ?? []).map(({ id, amount, description, period, taxes, pricing, type }) => ({
          id,
          amount,
          // names the plan
          description,
          period,
          taxes,
          pricing,
          type,
        })),
      },
      parent: details
        ? { subscription_details: { subscription: details['subscription'], metadata: metadataOf(details['metadata']) } }
        : null,
    };
  },
  payment_intent: () => ({ description: null, last_payment_error: null, payment_method: null }),
  charge: ({ payment_method_details: details }) => ({
    description: null,
    failure_message: null,
    payment_method: null,
    payment_method_details: details ? reducedCard(details as Fields) : null,
    receipt_url: null,
  }),
  dispute: ({ evidence_details: details }) => ({ evidence: { uncategorized_text: null }, evidence_details: details }),
};

function reducedCard({ type, card, card_present: present }: Fields): Fields {
  const used = (card ?? present) as Fields | null | undefined;
  const brand = { brand: used?.['brand'] ?? null, last4: null, exp_month: null, exp_year: null };
  return { type, ...(card ? { card: brand } : {}), ...(present ? { card_present: brand } : {}) };
}

/** Returns the object of an erased customer without personal values; null for a customer or a card, which are not stored. */
export function reducedObject(kind: ProviderKind, object: object, alias: string): object | null {
  const fields = keptFields[kind];
  if (!fields) return null;
  const given = object as Fields;
  return {
    ...Object.fromEntries(fields.filter((name) => name in given).map((name) => [name, given[name]])),
    ...reducedFields[kind]?.(given),
    ...('customer' in given && { customer: alias }),
    ...('metadata' in given && { metadata: metadataOf(given['metadata']) }),
  };
}

/** Returns the id that decides whose a snapshot is: its customer, or for refunds and disputes the charge. */
export function ownersOf({ kind, object }: Snapshot): string[] {
  const { id, customer, charge } = object as { id: string; customer?: string | null; charge?: string | null };
  if (kind === 'customer' || kind === 'payment_method') return [id, ...(customer ? [customer] : [])];
  return [customer, charge].filter((owner) => typeof owner === 'string');
}
