import { Button, Modal, Typography } from 'antd';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { isSent } from '@washdesk/rules/billing/invoices';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import styles from './payments.module.css';

interface InvoiceDetailsProps {
  invoice: CustomerInvoice;
  onClose: () => void;
}

/** An invoice's lines, tax, credit and what was paid, with Stripe's page and PDF. */
export function InvoiceDetails({ invoice, onClose }: InvoiceDetailsProps) {
  const {
    id,
    status,
    number,
    lines,
    total,
    total_excluding_tax: net,
    amount_paid: paid,
    amount_remaining: left,
    balance,
    page,
    pdf,
    collection_method: method,
  } = invoice;
  const clock = useSiteClock();
  const nameOf = (description: string | null, { start, end }: { start: number; end: number }): string =>
    `${description ?? 'Plan'}, ${clock.date(start, null)} – ${clock.date(end, null)}`;
  const tax = net === null ? 0 : total - net;
  const used = balance === null ? 0 : balance.after - balance.before;
  const facts: (readonly [label: string, value: string])[] = [
    ...lines.map(({ description, amount, period }) => [nameOf(description, period), centsToDollars(amount)] as const),
    ...(tax === 0 ? [] : [['Sales tax', centsToDollars(tax)] as const]),
    ['Total', centsToDollars(total)],
    ...(used > 0 ? [['Credit used', centsToDollars(used)] as const] : []),
    ...(used < 0 ? [['Left as credit', centsToDollars(-used)] as const] : []),
    ['Paid', centsToDollars(paid)],
    ['Open', centsToDollars(left)],
  ];
  return (
    <Modal
      open
      title={`Invoice ${number ?? id}`}
      onCancel={onClose}
      footer={
        <>
          {page !== null && (
            <Button href={page} target="_blank" rel="noreferrer">
              Open at Stripe
            </Button>
          )}
          {pdf !== null && (
            <Button href={pdf} target="_blank" rel="noreferrer">
              PDF
            </Button>
          )}
          <Button type="primary" autoFocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {status === 'open' && page !== null && (
        <p>
          {isSent(method)
            ? 'Stripe emailed this invoice to the customer. They can pay on its page:'
            : 'Stripe sends no email for an invoice that charges a card. Give the customer its page:'}{' '}
          <Typography.Text copyable={{ text: page, tooltips: ['Copy Link', 'Copied'] }}>pay by link</Typography.Text>
        </p>
      )}
      <dl className={styles.invoice}>
        {facts.map(([label, value], index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
