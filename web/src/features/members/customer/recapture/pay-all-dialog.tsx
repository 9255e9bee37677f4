import { useState } from 'react';
import { payInvoice } from '@washdesk/contracts/billing/invoice';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Money } from '../../../../domain/money.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { ToneShape } from '../../../../domain/status/tone-shape.tsx';
import { ActionDialog } from '../actions/action-dialog.tsx';
import { useOperation } from '../actions/use-operation.ts';
import { usePayInvoiceMutation } from '../subscriptions/subscriptions-api.ts';
import styles from '../actions/action-dialog.module.css';

interface PayAllDialogProps {
  /** Oldest first, the order of payment. */
  invoices: readonly CustomerInvoice[];
  /** The reference of the card that pays. */
  card: string;
  onClose: () => void;
}

/** Pays open invoices one after the other. A rejection stops it; the next press resumes with the first that is still open. */
export function PayAllDialog({ invoices, card, onClose }: PayAllDialogProps) {
  const clock = useSiteClock();
  const [paid, setPaid] = useState<readonly string[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const [pay] = usePayInvoiceMutation();
  const operation = useOperation(payInvoice, pay, ({ id }) => setPaid((before) => [...before, id]));
  const open = invoices.filter(({ id }) => !paid.includes(id));
  const total = (of: readonly CustomerInvoice[]): number => of.reduce((sum, one) => sum + one.amount_remaining, 0);

  const payOpen = async (): Promise<void> => {
    for (const { id } of open) if (!(await operation.send({ params: { id }, query: { payment_method: card } }))) return;
    setDone(`Paid ${centsToDollars(total(invoices))}.`);
  };
  return (
    <ActionDialog
      title="Pay Open Invoices"
      confirm={`Pay ${centsToDollars(total(open))}`}
      ready={done === null && open.length > 0}
      operation={operation}
      done={done}
      failed="Payment failed"
      onConfirm={() => void payOpen()}
      onClose={onClose}
    >
      <ul className={styles.bills} aria-label="Open invoices">
        {invoices.map(({ id, created, description, site, amount_remaining: left }) => (
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
    </ActionDialog>
  );
}
