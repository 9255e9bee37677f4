import { Button } from 'antd';
import { useState } from 'react';
import { markUncollectable } from '@washdesk/contracts/billing/invoice';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { invoiceStatusOf } from '../../../../domain/charges/invoice-status.ts';
import { useCustomerInvoicesQuery } from '../../../../domain/collect/collect-api.ts';
import { badgeColumn, moneyColumn, useSiteColumns } from '../../../../domain/list-columns.tsx';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { InvoiceDetails } from './invoice-details.tsx';
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx';
import { useMarkUncollectableMutation } from './payments-api.ts';
import styles from './payments.module.css';

type Chosen = { invoice: CustomerInvoice; what: 'details' | 'pay' | 'uncollectable' };

/** The customer's invoices, newest first. An open one can be paid or marked uncollectible. */
export function InvoicesList({ customer: { id, deleted } }: { customer: CustomerDetail }) {
  const answer = useCustomerInvoicesQuery({ params: { id } });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  const { time, site } = useSiteColumns();
  const columns: Column<CustomerInvoice>[] = [
    time('Created', ({ created }) => created, { siteOf: ({ site: at }) => at, card: 'plain' }),
    badgeColumn('Status', ({ status }) => invoiceStatusOf(status, 'Unknown')),
    { title: 'Number', dataIndex: 'number', card: 'plain' },
    { title: 'Description', dataIndex: 'description', wraps: true, card: 'title' },
    moneyColumn('Amount', ({ total }) => total, { card: 'plain' }),
    site(),
    {
      title: 'Actions',
      key: 'actions',
      render: (_none, invoice) => <Options invoice={invoice} fixed={deleted} onChoose={(what) => setChosen({ invoice, what })} />,
    },
  ];
  return (
    <Loaded what="invoices" answer={answer}>
      {({ invoices, count }) =>
        count === 0 ? (
          <NothingFound>No Stripe Invoices Found</NothingFound>
        ) : (
          <Section flush>
            <DataTable columns={columns} rowKey="id" rows={invoices} file="invoices" empty="Nothing found" />
            {chosen?.what === 'details' && <InvoiceDetails invoice={chosen.invoice} onClose={close} />}
            {chosen?.what === 'pay' && <PayInvoiceDialog customer={id} invoice={chosen.invoice} onClose={close} />}
            {chosen?.what === 'uncollectable' && <UncollectableDialog invoice={chosen.invoice} onClose={close} />}
          </Section>
        )
      }
    </Loaded>
  );
}

const isPayable = ({ status }: Pick<CustomerInvoice, 'status'>): boolean => status === 'open' || status === 'draft';

interface OptionsProps {
  invoice: CustomerInvoice;
  /** Whether it is read-only, as for a deleted customer. */
  fixed: boolean;
  onChoose: (what: Chosen['what']) => void;
}

function Options({ invoice: { status, number, id }, fixed, onChoose }: OptionsProps) {
  const maySettle = useAtLeast('SalesManager');
  const needed = maySettle ? '' : ' (needs approval)';
  const name = number ?? id;
  return (
    <span className={styles.pay}>
      <Button aria-label={`Details of ${name}`} onClick={() => onChoose('details')}>
        Details
      </Button>
      {!fixed && isPayable({ status }) && (
        <Button type="primary" aria-label={`Pay Invoice ${name}`} onClick={() => onChoose('pay')}>
          Pay Invoice
        </Button>
      )}
      {!fixed && status === 'open' && (
        <Button aria-label={`Mark Uncollectable${needed}, ${name}`} onClick={() => onChoose('uncollectable')}>
          {`Mark Uncollectable${needed}`}
        </Button>
      )}
    </span>
  );
}

/** Confirms marking an open invoice uncollectible; Stripe then stops collecting it. */
function UncollectableDialog({ invoice, onClose }: { invoice: CustomerInvoice; onClose: () => void }) {
  const [done, setDone] = useState<string | null>(null);
  const [mark] = useMarkUncollectableMutation();
  const operation = useOperation(markUncollectable, mark, () => setDone('Invoice marked as uncollectable.'));
  const amount = centsToDollars(invoice.amount_remaining);
  return (
    <ActionDialog
      title="Mark Invoice as Uncollectable"
      confirm="Mark Uncollectable"
      danger
      ready={done === null}
      operation={operation}
      done={done}
      failed="Couldn’t mark the invoice"
      onConfirm={() => void operation.send({ params: { id: invoice.id } }, `Mark an open invoice of ${amount}`)}
      onClose={onClose}
    >
      <p>{`${amount} for ${invoice.description || 'this invoice'} won’t be collected. The plan continues.`}</p>
    </ActionDialog>
  );
}
