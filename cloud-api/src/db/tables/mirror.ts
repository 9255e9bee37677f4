import { type ColumnType, type Generated, sql, type SqlBool } from 'kysely';
import type {
  ProviderCard,
  ProviderCharge,
  ProviderCustomer,
  ProviderDispute,
  ProviderInvoice,
  ProviderLocation,
  ProviderPaymentIntent,
  ProviderPrice,
  ProviderProduct,
  ProviderRefund,
  ProviderSchedule,
  ProviderSubscription,
  ProviderTaxRate,
} from '../../common/provider-objects.ts';
import { isAbout, mentions, mentionsInBytes, type PersonalTables } from '../personal-data.ts';
import type { BigInteger, Json } from './columns.ts';

/** The columns of every mirror table: the provider's object as last read, and the sequence of that read. */
export interface MirrorColumns<T extends object> {
  id: string;
  object: Json<T>;
  read_seq: BigInteger;
  deleted_at: Date | null;
}

interface MirrorCustomerTable extends MirrorColumns<ProviderCustomer> {
  created: Date;
  name: string | null;
  email: string | null;
  phone: string | null;
  plate: string | null;
  tag: string | null;
  search: string;
  /** Digest of what other systems must receive about the customer, as last enqueued; null before it is first computed. */
  converge_fingerprint: string | null;
  /** When the provider was last read, in system time. */
  read_at: Generated<Date>;
}

interface MirrorPriceTable extends MirrorColumns<ProviderPrice> {
  product: string;
}

interface MirrorSubscriptionTable extends MirrorColumns<ProviderSubscription> {
  customer: string;
  status: string;
  price: string | null;
  schedule: string | null;
  created: Date;
  period_end: Date | null;
  /** The seller, in upper case for searching. */
  sold_by: string | null;
  site: number | null;
}

interface MirrorScheduleTable extends MirrorColumns<ProviderSchedule> {
  customer: string;
  subscription: string | null;
  status: string;
}

interface MirrorPaymentMethodTable extends MirrorColumns<ProviderCard> {
  customer: string | null;
  brand: string | null;
  last4: string | null;
  fingerprint: string | null;
}

interface MirrorChargeTable extends MirrorColumns<ProviderCharge> {
  customer: string | null;
  payment_intent: string | null;
  created: Date;
  amount: number;
  status: string;
  brand: string | null;
  last4: string | null;
  fingerprint: string | null;
  /** Mapped Sitewatch number; for a plan's charge, the site that sold the plan. */
  site: number | null;
  terminal: string | null;
  receipt_number: string | null;
}

interface MirrorInvoiceTable extends MirrorColumns<ProviderInvoice> {
  customer: string | null;
  subscription: string | null;
  payment_intent: string | null;
  created: Date;
  status: string | null;
  number: string | null;
  receipt_number: string | null;
}

interface MirrorRefundTable extends MirrorColumns<ProviderRefund> {
  charge: string | null;
  created: Date;
  status: string | null;
}

interface MirrorPaymentIntentTable extends MirrorColumns<ProviderPaymentIntent> {
  customer: string | null;
  created: Date;
  status: string;
  /** The register's sale it belongs to, with its site: mirror/snapshots/sale.ts. */
  sale: string | null;
}

interface MirrorDisputeTable extends MirrorColumns<ProviderDispute> {
  charge: string;
  created: Date;
  status: string;
}

interface CustomerCodeTable {
  code: string;
  customer: string;
  source: string;
}

interface CodeClaimTable {
  code: string;
  customer: string;
  operation: string | null;
  claimed: Date;
}

interface UnknownEventTable {
  hash: Buffer;
  received: ColumnType<Date, never, never>;
  problem: string;
  body: Buffer;
}

interface ProviderEventTable {
  id: string;
  type: string;
  /** The kind of object to read fresh; null if the mirror stores nothing of it. */
  kind: string | null;
  object_id: string | null;
  customer: string | null;
  created: Date;
  received: ColumnType<Date, never, never>;
  attempts: Generated<number>;
  due: ColumnType<Date, never, Date>;
  last_error: string | null;
  worked: Date | null;
}

interface ReconcileTable {
  id: string;
  started: ColumnType<Date, never, never>;
  /** The number of objects listed, and the position of each listing. */
  progress: Json<Record<string, unknown>>;
  report: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  finished: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    mirror_customer: MirrorCustomerTable;
    mirror_product: MirrorColumns<ProviderProduct>;
    mirror_price: MirrorPriceTable;
    mirror_subscription: MirrorSubscriptionTable;
    mirror_schedule: MirrorScheduleTable;
    mirror_payment_method: MirrorPaymentMethodTable;
    mirror_charge: MirrorChargeTable;
    mirror_invoice: MirrorInvoiceTable;
    mirror_refund: MirrorRefundTable;
    mirror_payment_intent: MirrorPaymentIntentTable;
    mirror_dispute: MirrorDisputeTable;
    mirror_location: MirrorColumns<ProviderLocation>;
    mirror_tax_rate: MirrorColumns<ProviderTaxRate>;
    customer_code: CustomerCodeTable;
    code_claim: CodeClaimTable;
    provider_event: ProviderEventTable;
    unknown_event: UnknownEventTable;
    reconcile_run: ReconcileTable;
  }
}

export const personalData = {
  mirror_customer: {
    plain: ['read_seq', 'read_at', 'deleted_at', 'created'],
    personal: ['id', 'object', 'name', 'email', 'phone', 'plate', 'tag', 'search', 'converge_fingerprint'],
    also: ({ customer }) => sql<SqlBool>`id = ${customer}`,
    erase: 'mirror',
    internal: ['search', 'converge_fingerprint', 'read_seq'],
  },
  mirror_product: {
    plain: ['id', 'object', 'read_seq', 'deleted_at'],
  },
  mirror_price: {
    plain: ['id', 'object', 'read_seq', 'deleted_at', 'product'],
  },
  mirror_subscription: {
    plain: ['id', 'read_seq', 'deleted_at', 'status', 'price', 'schedule', 'site', 'sold_by', 'created', 'period_end'],
    personal: ['object'],
    customer: 'customer',
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_schedule: {
    plain: ['id', 'read_seq', 'deleted_at', 'subscription', 'status'],
    personal: ['object'],
    customer: 'customer',
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_payment_method: {
    plain: ['id', 'read_seq', 'deleted_at', 'brand'],
    personal: ['object', 'last4', 'fingerprint'],
    customer: 'customer',
    also: isAbout('id'),
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_charge: {
    plain: ['id', 'read_seq', 'deleted_at', 'payment_intent', 'created', 'amount', 'status', 'brand', 'site', 'terminal', 'receipt_number'],
    personal: ['object', 'last4', 'fingerprint'],
    customer: 'customer',
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_invoice: {
    plain: ['id', 'read_seq', 'deleted_at', 'subscription', 'payment_intent', 'created', 'status', 'number', 'receipt_number'],
    personal: ['object'],
    customer: 'customer',
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_refund: {
    plain: ['id', 'read_seq', 'deleted_at', 'charge', 'created', 'status'],
    personal: ['object'],
    also: isAbout('id'),
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_payment_intent: {
    plain: ['id', 'read_seq', 'deleted_at', 'created', 'status', 'sale'],
    personal: ['object'],
    customer: 'customer',
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_dispute: {
    plain: ['id', 'read_seq', 'deleted_at', 'charge', 'created', 'status'],
    personal: ['object'],
    also: isAbout('id'),
    erase: 'mirror',
    internal: ['read_seq'],
  },
  mirror_tax_rate: {
    plain: ['id', 'object', 'read_seq', 'deleted_at'],
  },
  mirror_location: {
    plain: ['id', 'object', 'read_seq', 'deleted_at'],
  },
  customer_code: {
    plain: ['source'],
    personal: ['code'],
    customer: 'customer',
    erase: 'rows',
  },
  code_claim: {
    plain: ['operation', 'claimed'],
    personal: ['code'],
    customer: 'customer',
    erase: 'rows',
  },
  provider_event: {
    plain: ['id', 'type', 'kind', 'created', 'received', 'attempts', 'due', 'worked'],
    personal: ['object_id', 'last_error'],
    customer: 'customer',
    also: isAbout('object_id'),
    until: sql<SqlBool>`worked is not null`,
    erase: 'rows',
    retention: { kind: 'events', since: 'received', where: sql<SqlBool>`worked is not null` },
  },
  unknown_event: {
    plain: ['hash', 'received'],
    personal: ['problem', 'body'],
    also: mentionsInBytes('body'),
    erase: 'rows',
    retention: { kind: 'unknownEvents', since: 'received' },
  },
  reconcile_run: {
    plain: ['id', 'started', 'finished'],
    personal: ['progress', 'report'],
    also: mentions('progress', 'report'),
    until: sql<SqlBool>`finished is not null`,
    erase: 'rows',
    retention: { kind: 'jobs', since: 'started' },
  },
} satisfies PersonalTables;
