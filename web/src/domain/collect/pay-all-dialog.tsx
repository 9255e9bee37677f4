import { useState } from 'react';
import { payInvoice } from '@washdesk/contracts/billing/invoice';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Failure } from '../../components/feedback/failure.tsx';
import { ActionDialog } from '../actions/action-dialog.tsx';
import { useOperation } from '../actions/use-operation.ts';
import { StoredCardChoice, useCardChoice } from '../cards/stored-card-choice.tsx';
import { Money } from '../money.tsx';
import { usePrintAtRegister } from '../receipt-printing/use-print-at-register.ts';
import { useSiteClock } from '../sites/site-clock.ts';
import { ToneShape } from '../status/tone-shape.tsx';
import { usePayInvoiceMutation } from './collect-api.ts';
import styles from '../actions/action-dialog.module.css';

interface PayAllDialogProps {
  customer: string;
  /** Oldest first, the order of payment; null while they load. */
  invoices: readonly CustomerInvoice[] | null;
  /** Why they could not be loaded. */
  failure?: unknown;
  /** The card that pays; one of the stored cards is chosen if omitted. */
  card?: string;
  onClose: () => void;
}

/** Pays open invoices one after the other. A rejection stops it; the next press resumes with the first that is still open. */
export function PayAllDialog({ customer, invoices, failure, card, onClose }: PayAllDialogProps) {
  const clock = useSiteClock();
  const choice = useCardChoice(customer, card);
  const [paid, setPaid] = useState<readonly string[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const [pay] = usePayInvoiceMutation();
  const print = usePrintAtRegister();
  const operation = useOperation(payInvoice, pay, ({ id }) => {
    setPaid((before) => [...before, id]);
    print({ id, kind: 'charge' });
  });
  const all = invoices ?? [];
  const open = all.filter(({ id }) => !paid.includes(id));
  const total = (of: readonly CustomerInvoice[]): number => of.reduce((sum, one) => sum + one.amount_remaining, 0);

  const payOpen = async (): Promise<void> => {
    if (choice.chosen === null) return;
    for (const { id } of open) if (!(await operation.send({ params: { id }, query: { payment_method: choice.chosen } }))) return;
    setDone(`Paid ${centsToDollars(total(all))}.`);
  };
  return (
    <ActionDialog
      title="Pay Open Invoices"
      confirm={invoices === null ? 'Pay Invoices' : `Pay ${centsToDollars(total(open))}`}
      ready={done === null && open.length > 0 && choice.chosen !== null}
      operation={operation}
      done={done}
      failed="Payment failed"
      onConfirm={() => void payOpen()}
      onClose={onClose}
    >
      {failure != null && <Failure error={failure} title="Error Loading Data from invoices" />}
      {invoices === null && failure == null && <p role="status">Loading invoices…</p>}
      {invoices?.length === 0 && <p role="status">No open invoices. The payment may have arrived.</p>}
      {all.length > 0 && (
        <>
          <ul className={styles.bills} aria-label="Open invoices">
            {all.map(({ id, created, description, site, amount_remaining: left }) => (
              <li key={id}>
                <span>{clock.date(created, site)}</span>
                <span>{description || 'Invoice'}</span>
                {paid.includes(id) && <ToneShape tone="go" size={18} />}
                <Money cents={left} />
              </li>
            ))}
          </ul>
          <p className={styles.due}>
            Total{' '}
            <strong>
              <Money cents={total(open)} />
            </strong>
          </p>
        </>
      )}
      {card === undefined && <StoredCardChoice customer={customer} chosen={choice.chosen} onChoose={choice.choose} />}
      {choice.isNone && <p role="status">No saved card. Capture one on the customer’s page.</p>}
    </ActionDialog>
  );
}
