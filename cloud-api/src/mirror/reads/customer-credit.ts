import type { Credit } from '@washdesk/contracts/billing/credit';
import { availableCredit, taxOfItem } from '@washdesk/rules/billing/credit';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import { isRunning } from '@washdesk/rules/plans/statuses';
import type { ProviderCustomer, ProviderSubscription } from '../../common/provider-objects.ts';
import type { PaymentsReader } from '../../ports/payments.ts';

interface Asked {
  customer: ProviderCustomer;
  /** Every subscription of the customer. */
  subscriptions: readonly ProviderSubscription[];
  /** A subscription that is about to end: what waits for it will be billed by nothing. */
  ending?: string;
}

/** Returns what waits for the customer's invoices, as the provider has it now. @throws PaymentsUnavailable */
async function waitingFor(payments: PaymentsReader, { customer, subscriptions, ending }: Asked): Promise<Credit['waiting']> {
  const items = await payments.pendingItems(customer.id);
  const billed = subscriptions.filter(({ id, status }) => isRunning(status) && id !== ending);
  return items.map(({ id, amount, description, date, subscription }) => {
    const plan = subscriptions.find((one) => one.id === subscription);
    return {
      id,
      description,
      amount,
      tax: plan ? taxOfItem(amount, taxRatesOfPlan(plan, customer)) : 0,
      date,
      subscription,
      stranded: subscription === null ? billed.length === 0 : !billed.some((one) => one.id === subscription),
    };
  });
}

/** Returns the credit that nothing will use once a plan has ended, in cents. @throws PaymentsUnavailable */
export async function creditAfterEnd(payments: PaymentsReader, asked: Required<Asked>): Promise<number> {
  const waiting = await waitingFor(payments, asked);
  const goesOn = asked.subscriptions.some(({ id, status }) => isRunning(status) && id !== asked.ending);
  return availableCredit(goesOn ? 0 : (asked.customer.balance ?? 0), waiting);
}

/** Returns what a customer has at the provider now; nothing for a deleted one. @throws PaymentsUnavailable */
export async function creditOf(payments: PaymentsReader, id: string): Promise<Omit<Credit, 'refundable'>> {
  const [customer, subscriptions] = await Promise.all([
    payments.fetch('customer', id, 'interactive'),
    payments.listOf('subscription', id, 'interactive'),
  ]);
  if (!customer || customer.deleted) return { balance: 0, waiting: [], available: 0 };
  const waiting = await waitingFor(payments, { customer, subscriptions });
  const balance = customer.balance ?? 0;
  return { balance, waiting, available: availableCredit(balance, waiting) };
}
