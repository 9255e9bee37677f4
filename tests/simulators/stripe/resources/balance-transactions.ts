import { giveCurrency } from '../invoicing/issue.ts';
import { makeBalanceTransaction } from '../objects/balance-transaction.ts';
import { answerWith, listOperation, type Operation } from '../server/operation.ts';
import { changeAccount } from '../subscribe/account.ts';
import { dollarsOnly } from '../subscribe/price-book.ts';
import { missingParameter, noSuch } from '../wire/errors.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const path = '/v1/customers/:customer/balance_transactions';

/** Changes the balance by an amount: negative adds a credit. */
const create: Operation = {
  method: 'POST',
  path,
  parameters: ['amount', 'currency', 'description', 'expand', 'metadata'],
  run(sandbox, { path: { customer: id = '' }, input }) {
    const customer = sandbox.store.get('customer', id);
    if (!customer) throw noSuch('customer', id, 'customer');
    const amount = input.integer('amount', { from: -99_999_999, to: 99_999_999 });
    if (amount === undefined) throw missingParameter('amount');
    dollarsOnly(input);
    const transaction = makeBalanceTransaction({
      id: sandbox.newId('cbtxn'),
      amount,
      created: sandbox.now(),
      customer: id,
      description: input.text('description') || null,
      endingBalance: customer.balance + amount,
      metadata: mergedMetadata({}, input),
    });
    sandbox.store.put(transaction);
    giveCurrency(sandbox, id);
    changeAccount(sandbox, id, { balance: transaction.ending_balance });
    return answerWith(sandbox, transaction, input);
  },
};

export const balanceTransactionOperations: readonly Operation[] = [
  listOperation({
    kind: 'customer_balance_transaction',
    path,
    filters: [],
    where:
      (_input, { customer }) =>
      (transaction) =>
        transaction.customer === customer,
  }),
  create,
];
