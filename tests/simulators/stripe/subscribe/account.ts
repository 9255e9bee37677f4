import { announceChange } from '../announce.ts';
import { BillingError } from '../billing/billing-error.ts';
import { bill, type Outcome } from '../billing/engine.ts';
import type { BillingEvent } from '../billing/events.ts';
import type * as billing from '../billing/model.ts';
import { standardPolicy } from '../billing/payment.ts';
import type { Customer } from '../objects/customer.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { StripeFault } from '../wire/errors.ts';
import { discountOfCustomer } from './discounts.ts';
import { waitingOf } from './invoice-items.ts';

/** Returns the part of a customer that affects bills. A deleted customer has a balance of zero. */
export function accountOf(sandbox: Sandbox, customer: string): billing.CustomerAccount {
  const known: Partial<Customer> = sandbox.store.get('customer', customer) ?? {};
  const { balance = 0, tax_exempt = 'none' } = known;
  const discount = discountOfCustomer(sandbox, known);
  return { balance, taxExempt: tax_exempt !== 'none', ...(discount && { discount }), waiting: waitingOf(sandbox, customer) };
}

/** Bills an event with the current account of the subscription's customer. @throws StripeFault 400 for an impossible event */
export function billFor(sandbox: Sandbox, customer: string, state: billing.Subscription, event: BillingEvent): Outcome {
  const policy = { ...standardPolicy, afterLastRetry: sandbox.afterLastRetry?.() ?? standardPolicy.afterLastRetry };
  return refusing(() => bill({ ...state, customer: accountOf(sandbox, customer) }, event, policy));
}

/** Converts the engine's errors to Stripe's. */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    throw new StripeFault(400, error.message, { code: wireCodes[error.code], param: wireParams[error.code] });
  }
}

const wireCodes: Partial<Record<BillingError['code'], string>> = { no_such_item: 'resource_missing' };
const wireParams: Partial<Record<BillingError['code'], string>> = {
  backdate_in_future: 'backdate_start_date',
  trial_in_past: 'trial_end',
  cancel_in_past: 'cancel_at',
};

/** Changes of the customer's account: credit used or added, a payment failed or succeeded. */
export interface AccountChange {
  balance?: number;
  delinquent?: boolean;
}

export function changeAccount(sandbox: Sandbox, id: string, change: AccountChange): void {
  const customer = sandbox.store.get('customer', id);
  if (customer) announceChange(sandbox, customer, { ...customer, ...change }, 'customer.updated');
}
