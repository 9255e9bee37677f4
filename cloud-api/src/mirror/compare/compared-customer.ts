import type { ComparedCustomer, ComparedPlan } from '@washdesk/rules/reconcile/compare-stripe';
import type { ProviderCard, ProviderCustomer, ProviderSubscription } from '../../common/provider-objects.ts';
import { codesInMetadata } from '../snapshots/rows.ts';

const instant = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : null;

/** Returns a subscription as it is compared. The price is its id: names of prices are the same on both sides. */
export function comparedPlan({ id, status, items, cancel_at: cancelAt, ...end }: ProviderSubscription): ComparedPlan {
  const item = items.data[0];
  const periodEnd = instant(item?.current_period_end);
  return {
    id,
    status,
    price: item?.price.id ?? null,
    periodEnd,
    endsAt: instant(cancelAt) ?? (end.cancel_at_period_end ? periodEnd : null),
  };
}

/** Returns a card as users read it: 'Visa 4242 12/2027'. */
export function comparedCard(card: ProviderCard | null): string | null {
  if (!card) return null;
  const { brand, last4, exp_month: month, exp_year: year } = card.card ?? {};
  const expires = month && year ? `${String(month).padStart(2, '0')}/${year}` : null;
  return [capitalized(brand ?? card.type), last4, expires].filter(Boolean).join(' ');
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Parts {
  customer: ProviderCustomer;
  card: ProviderCard | null;
  subscriptions: readonly ProviderSubscription[];
}

export function comparedCustomer({ customer, card, subscriptions }: Parts): ComparedCustomer {
  const codes = codesInMetadata(customer);
  return {
    name: customer.name ?? null,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
    plate: codes.find(({ kind }) => kind === 'plate')?.code ?? null,
    tag: codes.find(({ kind }) => kind === 'tag')?.code ?? null,
    card: comparedCard(card),
    plans: subscriptions.map(comparedPlan),
  };
}
