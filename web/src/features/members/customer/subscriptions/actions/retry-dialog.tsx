import { useState } from 'react';
import { payInvoice } from '@washdesk/contracts/billing/invoice';
import { createSubscription } from '@washdesk/contracts/billing/plans/subscription';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { awaitsFirstPayment } from '@washdesk/rules/plans/statuses';
import { ActionDialog } from '../../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../../domain/actions/use-operation.ts';
import { declineOfFailure } from '../../../../../domain/card-capture/decline-of.ts';
import { StoredCardChoice, useCardChoice } from '../../../../../domain/cards/stored-card-choice.tsx';
import { usePayInvoiceMutation } from '../../../../../domain/collect/collect-api.ts';
import { planName } from '../../../../../domain/customers/membership.ts';
import { Money } from '../../../../../domain/money.tsx';
import { usePrintAtRegister } from '../../../../../domain/receipt-printing/use-print-at-register.ts';
import type { CallFailure } from '../../../../../lib/api/call-failure.ts';
import { useResumeSignUpMutation } from '../subscriptions-api.ts';
import type { ActionProps } from './plan-change-dialog.tsx';
import styles from '../../../../../domain/actions/action-dialog.module.css';

/**
 * Retry Payment: pays a past-due plan's open invoice, or resumes a sign-up whose first payment was declined, with a stored card
 * (docs/rules/billing.md#invoices).
 */
export function RetryDialog({ subscription, onDone, onClose }: ActionProps) {
  const { customer, latest_invoice: invoice, plan, status, metadata } = subscription;
  const choice = useCardChoice(customer);
  const [done, setDone] = useState<string | null>(null);
  const card = choice.chosen;
  const [pay] = usePayInvoiceMutation();
  const [resume] = useResumeSignUpMutation();
  const amount = invoice?.amount_remaining ?? null;
  const finish = (): void => {
    onDone();
    setDone(amount === null ? 'Paid.' : `Paid ${centsToDollars(amount)}.`);
  };
  const print = usePrintAtRegister();
  const paying = useOperation(payInvoice, pay, ({ id }) => {
    print({ id, kind: 'charge' });
    finish();
  });
  const resuming = useOperation(createSubscription, resume, ({ id }) => {
    print({ id, kind: 'signup' });
    finish();
  });
  const isSignUp = awaitsFirstPayment(status);
  const operation = isSignUp ? { ...resuming, failure: resuming.failure && inWordsOfSignUp(resuming.failure) } : paying;

  const send = async (): Promise<void> => {
    if (card === null || !plan) return;
    const ticked = (key: string): boolean => metadata[key] === 'true';
    const terms = {
      stripeCustomer: customer,
      PaymentMethodId: card,
      PlanId: plan.id,
      FreeForMonth: ticked(subscriptionKeys.freeForMonth),
      DoNotProrate: ticked(subscriptionKeys.doNotProrate),
      ChargeForLastMonth: ticked(subscriptionKeys.chargeForLastMonth),
    };
    if (isSignUp) await resuming.send({ body: terms }, `Sign up for ${planName(subscription) ?? 'the plan'}`);
    else if (invoice) await paying.send({ params: { id: invoice.id }, query: { payment_method: card } });
  };

  return (
    <ActionDialog
      title="Retry Payment"
      confirm="Pay"
      ready={card !== null && (isSignUp ? plan !== null : invoice !== null)}
      operation={operation}
      done={done}
      failed="Payment failed"
      onConfirm={() => void send()}
      onClose={onClose}
    >
      {amount !== null && (
        <p className={styles.due}>
          Due Today{' '}
          <strong>
            <Money cents={amount} />
          </strong>
        </p>
      )}
      <StoredCardChoice customer={customer} chosen={card} onChoose={choice.choose} />
      {choice.isNone && <p role="status">No saved card. Capture one on the Payments tab first.</p>}
    </ActionDialog>
  );
}

/** Describes a declined first payment as a failed sign-up, with the bank's reason. */
function inWordsOfSignUp(failure: CallFailure): CallFailure {
  if (failure.code !== 'payment_failed') return failure;
  const { sellerMessage } = declineOfFailure(failure);
  return { ...failure, message: ['Failed to charge card for signup', sellerMessage].filter(Boolean).join('. ') };
}
