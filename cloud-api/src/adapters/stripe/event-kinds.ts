import { z } from 'zod';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { ProviderAlarm } from '../../ports/payment-events.ts';

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
