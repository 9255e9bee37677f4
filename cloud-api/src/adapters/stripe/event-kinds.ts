import { z } from 'zod';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { ProviderAlarm, ProviderEvent } from '../../ports/payment-events.ts';

const text = z.string().max(500).nullish().catch(null);
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(null);

/** The fields that alarms read; one of an unexpected form counts as missing. */
const fields = z.object({
  id: text,
  charge: reference,
  amount: z.int().nullish().catch(null),
  actionable: z.boolean().nullish().catch(null),
  fraud_type: text,
  reason: text,
  failure_code: text,
  failure_message: text,
  last_finalization_error: z.object({ message: text }).nullish().catch(null),
});
type Fields = z.infer<typeof fields>;

const asWords = (code: string | null | undefined): string | null => code?.replaceAll('_', ' ') ?? null;

type Alarm = Omit<ProviderAlarm, 'id'> & { id: string | null | undefined };

/** Events that ask a person to act, with what to tell. */
const alarms: Readonly<Record<string, (object: Fields) => Alarm>> = {
  'radar.early_fraud_warning.created': ({ charge, fraud_type, actionable }) => ({
    about: 'fraud-warning',
    id: charge,
    detail: asWords(fraud_type),
    settled: actionable === false,
  }),
  'review.opened': ({ charge, reason }) => ({ about: 'review-opened', id: charge, detail: asWords(reason), settled: false }),
  'payout.failed': ({ id, amount, failure_message, failure_code }) => ({
    about: 'payout-failed',
    id,
    detail: [amount == null ? null : centsToDollars(amount), failure_message ?? asWords(failure_code)].filter(Boolean).join(': ') || null,
    settled: false,
  }),
  'invoice.finalization_failed': ({ id, last_finalization_error: error }) => ({
    about: 'invoice-not-finalized',
    id,
    detail: error?.message ?? null,
    settled: false,
  }),
};

/** Returns what a person has to do because of an event; null for nothing. */
export function alarmOf(type: string, object: unknown): ProviderAlarm | null {
  const alarm = Object.hasOwn(alarms, type) ? alarms[type]?.(fields.parse(object)) : undefined;
  return alarm?.id ? { ...alarm, id: alarm.id } : null;
}

/** The fields of a failed charge. */
const failedCharge = z.object({
  id: z.string(),
  billing_details: z.object({ email: text }).nullish().catch(null),
  payment_method_details: z
    .object({ card: z.object({ fingerprint: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** Returns the declined card of an event; null if it reports none. */
export function declineOf(type: string, object: unknown): ProviderEvent['declined'] {
  const charge = type === 'charge.failed' ? failedCharge.safeParse(object).data : undefined;
  if (!charge) return null;
  const { id, billing_details, payment_method_details } = charge;
  return { charge: id, email: billing_details?.email ?? null, fingerprint: payment_method_details?.card?.fingerprint ?? null };
}

const failedSetup = z.object({ metadata: z.object({ operation: z.uuid() }) });

/** Returns the operation whose set-up of a card failed by an event; null for none. */
export function failedSetupOf(type: string, object: unknown): string | null {
  return type === 'setup_intent.setup_failed' ? (failedSetup.safeParse(object).data?.metadata.operation ?? null) : null;
}

/** Returns the payment page that ended by an event; null for none. */
export function endedCheckoutOf(type: string, id: string | undefined): string | null {
  return ['checkout.session.completed', 'checkout.session.expired'].includes(type) ? (id ?? null) : null;
}

/** Events of objects that Washdesk does not use, by their beginning. */
const ignoredFamilies = [
  'account.',
  'application_fee.',
  'balance.',
  'balance_settings.',
  'billing.',
  'billing_portal.',
  'capability.',
  'checkout.session.',
  'coupon.',
  'credit_note.',
  'customer.source.',
  'customer.tax_id.',
  'customer_cash_balance_transaction.',
  'file.',
  'invoiceitem.',
  'mandate.',
  'payment_link.',
  'person.',
  'plan.',
  'promotion_code.',
  'quote.',
  'reporting.',
  'setup_intent.',
  'sigma.',
  'source.',
  'terminal.reader.',
  'test_helpers.',
  'topup.',
  'transfer.',
];

/** Events beside those that ask a person to act. Others of their families are unknown: they may ask one too. */
const ignored = [
  'payout.canceled',
  'payout.created',
  'payout.paid',
  'payout.reconciliation_completed',
  'payout.updated',
  'radar.early_fraud_warning.updated',
  'review.closed',
];

/** Whether this release knows what to do about events of this kind, if only nothing. */
export const isKnownKind = (type: string): boolean =>
  Object.hasOwn(alarms, type) || ignored.includes(type) || ignoredFamilies.some((family) => type.startsWith(family));
