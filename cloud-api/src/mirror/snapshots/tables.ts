import type { SiteMapping } from '@washdesk/rules/company/sites';
import type { ProviderKind, ProviderObjects } from '../../common/provider-objects.ts';
import { chargeRow, disputeRow, invoiceRow, paymentIntentRow, paymentMethodRow, refundRow } from './money-rows.ts';
import { customerRow, locationRow, priceRow, productRow, scheduleRow, subscriptionRow, taxRateRow } from './rows.ts';

/**
 * Every kind in the order in which each transaction writes them, so that transactions do not deadlock. A listing follows it too: referenced
 * objects come first.
 */
export const kindsInOrder = [
  'location',
  'tax_rate',
  'product',
  'price',
  'customer',
  'subscription',
  'schedule',
  'invoice',
  'payment_intent',
  'charge',
  'refund',
  'dispute',
  'payment_method',
] as const satisfies readonly ProviderKind[];

export const mirrorTables = {
  customer: 'mirror_customer',
  product: 'mirror_product',
  price: 'mirror_price',
  subscription: 'mirror_subscription',
  schedule: 'mirror_schedule',
  location: 'mirror_location',
  tax_rate: 'mirror_tax_rate',
  payment_method: 'mirror_payment_method',
  charge: 'mirror_charge',
  invoice: 'mirror_invoice',
  refund: 'mirror_refund',
  payment_intent: 'mirror_payment_intent',
  dispute: 'mirror_dispute',
} as const satisfies Record<ProviderKind, string>;

type RowMakers = { [K in ProviderKind]: (object: ProviderObjects[K], mapping: SiteMapping) => Record<string, unknown> & { id: string } };

/** The search columns of each kind. */
export const rowMakers: RowMakers = {
  customer: customerRow,
  product: productRow,
  price: priceRow,
  subscription: subscriptionRow,
  schedule: scheduleRow,
  location: locationRow,
  tax_rate: taxRateRow,
  payment_method: paymentMethodRow,
  charge: chargeRow,
  invoice: invoiceRow,
  refund: refundRow,
  payment_intent: paymentIntentRow,
  dispute: disputeRow,
};
