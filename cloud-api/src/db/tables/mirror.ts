import type { ProviderCard, ProviderCustomer, ProviderPrice, ProviderSchedule, ProviderSubscription } from '../provider-objects.ts';
import type { BigCount, Json } from './columns.ts';

/** What every mirror table has: the provider's object as last read, and when in the order of reads that was. */
export interface MirrorColumns<T extends object> {
  id: string;
  object: Json<T>;
  read_seq: BigCount;
  deleted_at: Date | null;
}

export interface MirrorCustomerTable extends MirrorColumns<ProviderCustomer> {
  created: Date;
  name: string | null;
  email: string | null;
  phone: string | null;
  plate: string | null;
  tag: string | null;
  search: string;
}

export interface MirrorPriceTable extends MirrorColumns<ProviderPrice> {
  product: string;
}

export interface MirrorSubscriptionTable extends MirrorColumns<ProviderSubscription> {
  customer: string;
  status: string;
  price: string | null;
  schedule: string | null;
  created: Date;
  period_end: Date | null;
}

export interface MirrorScheduleTable extends MirrorColumns<ProviderSchedule> {
  customer: string;
  subscription: string | null;
  status: string;
}

export interface MirrorPaymentMethodTable extends MirrorColumns<ProviderCard> {
  customer: string | null;
  brand: string | null;
  last4: string | null;
}

export interface CustomerCodeTable {
  code: string;
  customer: string;
  source: string;
}

export interface CodeClaimTable {
  code: string;
  customer: string;
  deed: string | null;
  claimed: Date;
}
