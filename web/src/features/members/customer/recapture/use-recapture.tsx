import { useState, type ReactNode } from 'react';
import { attachPaymentMethod } from '@washdesk/contracts/billing/payment-method';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { OperationOutcome } from '../../../../domain/actions/operation-outcome.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { CardCaptureDialog } from '../../../../domain/card-capture/card-capture-dialog.tsx';
import { useCustomerInvoicesQuery } from '../../../../domain/collect/collect-api.ts';
import { PayAllDialog } from '../../../../domain/collect/pay-all-dialog.tsx';
import { useCustomerSubscriptionsQuery } from '../customer-screen-api.ts';
import { useAttachCardMutation } from '../payments/payments-api.ts';
import { ReinstateDialog } from '../subscriptions/actions/reinstate-dialog.tsx';
import { recaptureOf } from './recapture.ts';

type Step = { kind: 'card' } | { kind: 'use'; card: string };

export interface Recapture {
  isOffered: boolean;
  busy: boolean;
  start: () => void;
  dialogs: ReactNode;
}

/** Collects another card for a member whose card was declined, saves it, and pays what is due or reinstates the plan. */
export function useRecapture({ id, deleted }: CustomerDetail): Recapture {
  const { data: plans } = useCustomerSubscriptionsQuery({ params: { id } }, { skip: deleted });
  const { data: bills } = useCustomerInvoicesQuery({ params: { id } }, { skip: deleted });
  const [step, setStep] = useState<Step | null>(null);
  const [attach] = useAttachCardMutation();
  const attaching = useOperation(attachPaymentMethod, attach, (card) => setStep({ kind: 'use', card: card.id }));
  const found = plans && bills && !deleted ? recaptureOf(plans.subscriptions, bills.invoices) : null;
  /** The purpose for which the card was collected stays fixed while the customer is refetched. */
  const [taken, setTaken] = useState(found);
  const close = () => setStep(null);
  const isOffered = found !== null || step !== null;
  return {
    isOffered,
    busy: attaching.busy,
    start: () => {
      setTaken(found);
      setStep({ kind: 'card' });
    },
    dialogs: isOffered && (
      <>
        <OperationOutcome failed="Couldn’t save the card" operation={attaching} />
        {step?.kind === 'card' && (
          <CardCaptureDialog
            customer={id}
            title="Recapture Card"
            onCaptured={({ setupIntent }) => {
              close();
              void attaching.send({ body: { customer: id, setupIntent } });
            }}
            onClose={close}
          />
        )}
        {step?.kind === 'use' && taken?.kind === 'pay' && (
          <PayAllDialog customer={id} invoices={taken.invoices} card={step.card} onClose={close} />
        )}
        {step?.kind === 'use' && taken?.kind === 'reinstate' && (
          <ReinstateDialog subscription={taken.subscription} card={step.card} onDone={() => undefined} onClose={close} />
        )}
      </>
    ),
  };
}
