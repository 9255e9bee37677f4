import { PaymentsRefused, type PaymentsReader, type PaymentsWriter } from '../../ports/payments.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, withTranslatedErrors } from './requests/errors.ts';
import { findOfOperation, idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';

/** More waiting amounts than a customer has in practice. */
const mostItems = 1_000;

type Credits = Pick<PaymentsReader, 'pendingItems' | 'balanceChangeMadeBy'> & Pick<PaymentsWriter, 'deletePendingItem' | 'changeBalance'>;

const idOf = (named: string | { id: string } | null | undefined): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);

/** A customer's balance, and the amounts that wait for an invoice. */
export function credits({ interactive: { customers, invoiceItems } }: Connections): Credits {
  return {
    async pendingItems(customer) {
      const pages = invoiceItems.list({ customer, pending: true, limit: 100 });
      const items = await withTranslatedErrors(pages.autoPagingToArray({ limit: mostItems }));
      return items
        .map(({ id, amount, description, date, parent }) => ({
          id,
          amount,
          description,
          date,
          subscription: idOf(parent?.subscription_details?.subscription),
        }))
        .toReversed();
    },

    balanceChangeMadeBy: (operation, { customer }) =>
      findOfOperation(operation, customers.listBalanceTransactions(customer, { limit: 100 })),

    async deletePendingItem(id) {
      try {
        await nullIfMissing(withTranslatedErrors(invoiceItems.del(id)));
        return true;
      } catch (error) {
        if (error instanceof PaymentsRefused) return false;
        throw error;
      }
    },

    changeBalance: (step, { customer, amount, description, metadata }) =>
      withTranslatedErrors(
        customers.createBalanceTransaction(
          customer,
          { amount, currency: 'usd', description, metadata: operationMetadata(step, metadata) },
          idempotencyKeyOf(step),
        ),
      ),
  };
}
