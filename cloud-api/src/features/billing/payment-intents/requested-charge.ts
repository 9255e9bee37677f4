import type { z } from 'zod';
import type { createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { confirmationMinCents, isPlainDescription } from '@washdesk/rules/billing/charges';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { requireRight, requirePin, type Principal } from '../../../common/caller.ts';
import { Failure, badField, badRequest } from '../../../common/failure.ts';
import { actorMetadata, officeTerminal } from '../../../operations/actor-metadata.ts';
import type { NewPaymentIntent } from '../../../ports/payments.ts';

export type ChargeRequest = z.output<typeof createPaymentIntent.body>;

/** Whether the charge is made at a register: for a sale, or at a terminal. Any other is an office charge. */
const isRegisterCharge = (principal: Principal, { saleid }: ChargeRequest): boolean => Boolean(saleid) || principal.terminal !== null;

/**
 * Rejects charges that the caller may not make (docs/rules/billing.md#office-charge).
 * @throws Failure 400 `confirmation_needed`, 403 `forbidden`, 409 `amount_changed`
 */
export function checkCharge(principal: Principal, request: ChargeRequest, manualEntry: boolean): void {
  const { amount, originalamount, description = '', saleid, usePayTerminal, customerId, payment_method, confirm } = request;
  if (!isRegisterCharge(principal, request)) {
    requireRight(principal, 'User');
    if (!isPlainDescription(description)) throw badRequest('body.description', 'must contain letters and numbers only');
  }
  // the card's owner may be absent, so the charge needs a role above cashier
  if (payment_method) requireRight(principal, 'User');
  if (payment_method && !customerId) throw badRequest('body.customerId', 'a customer is required');
  if (payment_method && usePayTerminal === 'yes') throw badRequest('body.payment_method', 'a saved card can’t be read by a reader');
  if (amount >= confirmationMinCents && !confirm) {
    throw badField('body.confirm', 'confirmation_needed', `Confirm the charge of ${centsToDollars(amount)}`);
  }
  if (saleid && originalamount === undefined && !payment_method && !manualEntry) {
    throw badRequest('body.originalamount', "the sale's amount is needed");
  }
  if (originalamount !== undefined && amount !== originalamount && !manualEntry) {
    const words = `The amount must be the sale's: ${centsToDollars(originalamount)}, not ${centsToDollars(amount)}`;
    throw new Failure(409, 'amount_changed', words, { details: { originalamount, amount } });
  }
  if (originalamount !== undefined && amount !== originalamount) requirePin(principal);
}

/** Returns how the money is collected: by a reader, from a stored card at once, or by a form in the browser. */
export function collectedBy({ usePayTerminal, payment_method }: ChargeRequest): NewPaymentIntent['how'] {
  if (usePayTerminal === 'yes') return { kind: 'reader' };
  return payment_method ? { kind: 'card', paymentMethod: payment_method } : { kind: 'form' };
}

export function requestedCharge(principal: Principal, request: ChargeRequest): NewPaymentIntent {
  const { amount, customerId, description, email, saleid, refNumber } = request;
  const terminal = isRegisterCharge(principal, request) ? principal.terminal : officeTerminal;
  return {
    amount,
    customer: customerId ?? null,
    description: description || null,
    receiptEmail: email ?? null,
    how: collectedBy(request),
    metadata: {
      ...actorMetadata({ ...principal, terminal }),
      ...(saleid && { [paymentKeys.saleId]: saleid }),
      ...(refNumber && { [paymentKeys.refNumber]: refNumber }),
      ...(description && { [paymentKeys.description]: description }),
    },
  };
}
