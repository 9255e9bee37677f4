import { readCode } from '@washdesk/rules/codes/code-forms';
import { siteNumber, type SiteMapping } from '@washdesk/rules/company/sites';
import { searchable } from '@washdesk/rules/text/text';
import type {
  ProviderCustomer,
  ProviderLocation,
  ProviderPrice,
  ProviderProduct,
  ProviderSchedule,
  ProviderSubscription,
  ProviderTaxRate,
} from '../../common/provider-objects.ts';

export const time = (epochSeconds: number): Date => new Date(epochSeconds * 1_000);

/** Returns the codes of a customer: plate, tag, loyalty card, in that order. */
export function codesInMetadata(customer: ProviderCustomer): { code: string; kind: 'plate' | 'tag' | 'card' }[] {
  const { CustomerCode = '', SecondaryCode = '', TheCardNumber = '' } = customer.metadata ?? {};
  const named = [
    { code: readCode(CustomerCode), kind: 'plate' as const },
    { code: readCode(SecondaryCode), kind: 'tag' as const },
    { code: readCode(TheCardNumber), kind: 'card' as const },
  ];
  return named.filter(({ code }, place) => code && named.findIndex((other) => other.code === code) === place);
}

const digitsOf = (phone: string | null | undefined): string => (phone ?? '').replace(/\D/g, '');

export function customerRow(customer: ProviderCustomer) {
  const codes = codesInMetadata(customer);
  const search = [customer.name, customer.email, digitsOf(customer.phone), ...codes.map(({ code }) => code)];
  return {
    id: customer.id,
    created: time(customer.created ?? 0),
    name: customer.name ?? null,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
    plate: codes.find(({ kind }) => kind === 'plate')?.code ?? null,
    tag: codes.find(({ kind }) => kind === 'tag')?.code ?? null,
    search: searchable(search.filter(Boolean).join(' ')),
  };
}

export const productRow = (product: ProviderProduct) => ({ id: product.id });
export const locationRow = (location: ProviderLocation) => ({ id: location.id });
export const taxRateRow = (rate: ProviderTaxRate) => ({ id: rate.id });
export const priceRow = (price: ProviderPrice) => ({ id: price.id, product: price.product });

/** Returns the site in the metadata by today's mapping; null for none or an unknown number. */
export function siteInMetadata(metadata: { site?: string } | null | undefined, mapping: SiteMapping): number | null {
  const found = metadata?.site ? siteNumber(metadata.site, mapping) : null;
  return found && 'site' in found ? found.site : null;
}

export function subscriptionRow(subscription: ProviderSubscription, mapping: SiteMapping) {
  const item = subscription.items.data[0];
  return {
    id: subscription.id,
    customer: subscription.customer,
    status: subscription.status,
    price: item?.price.id ?? null,
    schedule: subscription.schedule,
    created: time(subscription.created),
    period_end: item ? time(item.current_period_end) : null,
    sold_by: subscription.metadata['employeename']?.toUpperCase() ?? null,
    site: siteInMetadata(subscription.metadata, mapping),
  };
}

export const scheduleRow = (schedule: ProviderSchedule) => ({
  id: schedule.id,
  customer: schedule.customer,
  subscription: schedule.subscription,
  status: schedule.status,
});
