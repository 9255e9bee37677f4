import { balanceTransactionOperations } from '../resources/balance-transactions.ts';
import { chargeOperations } from '../resources/charges.ts';
import { checkoutOperations } from '../resources/checkout.ts';
import { couponOperations } from '../resources/coupons.ts';
import { customerOperations } from '../resources/customers.ts';
import { disputeOperations } from '../resources/disputes.ts';
import { earlyFraudWarningOperations } from '../resources/early-fraud-warnings.ts';
import { eventOperations } from '../resources/events.ts';
import { fileOperations } from '../resources/files.ts';
import { invoiceItemOperations } from '../resources/invoice-items.ts';
import { invoicePaymentOperations } from '../resources/invoice-payments.ts';
import { invoiceOperations } from '../resources/invoices.ts';
import { paymentIntentOperations } from '../resources/payment-intents.ts';
import { paymentMethodOperations } from '../resources/payment-methods.ts';
import { productOperations } from '../resources/products.ts';
import { readerActionOperations } from '../resources/reader-actions.ts';
import { redactionJobOperations } from '../resources/redaction-jobs.ts';
import { refundOperations } from '../resources/refunds.ts';
import { setupIntentOperations } from '../resources/setup-intents.ts';
import { subscriptionItemOperations } from '../resources/subscription-items.ts';
import { subscriptionScheduleOperations } from '../resources/subscription-schedules.ts';
import { subscriptionOperations } from '../resources/subscriptions.ts';
import { taxRateOperations } from '../resources/tax-rates.ts';
import { terminalOperations } from '../resources/terminal.ts';
import { testClockOperations } from '../resources/test-clocks.ts';
import { webhookEndpointOperations } from '../resources/webhook-endpoints.ts';
import type { Operation } from './operation.ts';

export const operations: readonly Operation[] = [
  ...customerOperations,
  ...balanceTransactionOperations,
  ...couponOperations,
  ...productOperations,
  ...subscriptionOperations,
  ...subscriptionItemOperations,
  ...subscriptionScheduleOperations,
  ...taxRateOperations,
  ...invoiceOperations,
  ...invoiceItemOperations,
  ...invoicePaymentOperations,
  ...paymentMethodOperations,
  ...setupIntentOperations,
  ...paymentIntentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...disputeOperations,
  ...earlyFraudWarningOperations,
  ...fileOperations,
  ...terminalOperations,
  ...readerActionOperations,
  ...testClockOperations,
  ...checkoutOperations,
  ...eventOperations,
  ...webhookEndpointOperations,
  ...redactionJobOperations,
];

export interface Match {
  operation: Operation;
  path: Record<string, string>;
}

/** Returns the operation of a method and path, with the values of the path parameters. */
export function findOperation(method: string, pathname: string): Match | undefined {
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const path = matchPath(operation.path, pathname);
    if (path) return { operation, path };
  }
  return undefined;
}

/** Returns the values of a pattern's parameters (`/v1/prices/:id`), or undefined for another path. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const actual = pathname.split('/');
  if (expected.length !== actual.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const given = actual[index] ?? '';
    if (part.startsWith(':') && given !== '') values[part.slice(1)] = given;
    else if (part !== given) return undefined;
  }
  return values;
}
