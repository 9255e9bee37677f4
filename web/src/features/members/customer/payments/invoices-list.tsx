import { Button, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { markUncollectable } from '@washdesk/contracts/billing/invoice';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { rowCards } from '../../../../components/data/row-cards.ts';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { useCustomerInvoicesQuery } from '../../../../domain/collect/collect-api.ts';
import { Money } from '../../../../domain/money.tsx';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../../domain/sites/site-time.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx';
import { useMarkUncollectableMutation } from './payments-api.ts';
import styles from './payments.module.css';

const columns: TableColumnsType<CustomerInvoice> = [
  { title: 'Created', key: 'created', width: 176, render: (_, { created, site }) => <SiteTime seconds={created} site={site} /> },
  { title: 'Status', key: 'status', width: 136, render: (_, { status }) => <InvoiceStatus status={status} /> },
  { title: 'Description', dataIndex: 'description' },
  { title: 'Amount', key: 'amount', width: 104, align: 'right', render: (_, { total }) => <Money cents={total} /> },
  { title: 'Site', key: 'site', width: 112, render: (_, { site }) => <SiteName site={site} /> },
];

type Chosen = { invoice: CustomerInvoice; what: 'pay' | 'uncollectable' };

/** The customer's invoices, newest first. An open one can be paid or marked uncollectible. */
export function InvoicesList({ customer: { id, deleted } }: { customer: CustomerDetail }) {
  const answer = useCustomerInvoicesQuery({ params: { id } });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  /** Without a payable invoice the column leaves its width to the descriptions. */
  const optionsOf = (invoices: readonly CustomerInvoice[]): TableColumnsType<CustomerInvoice>[number] => ({
    title: 'Options',
    key: 'options',
    width: invoices.some(isPayable) ? 300 : 96,
    align: 'right',
    render: (_, invoice) => !deleted && <Options invoice={invoice} onChoose={(what) => setChosen({ invoice, what })} />,
  });
  return (
    <Loaded what="invoices" answer={answer}>
      {({ invoices, count }) =>
        count === 0 ? (
          <NothingFound>No Stripe Invoices Found</NothingFound>
        ) : (
          <Section flush>
            <Table
              {...rowCards([...columns, optionsOf(invoices)])}
              size="small"
              rowKey="id"
              dataSource={invoices}
              pagination={{ pageSize: 25, hideOnSinglePage: true, showSizeChanger: false }}
              scroll={{ x: invoices.some(isPayable) ? 960 : 760 }}
            />
            {chosen?.what === 'pay' && <PayInvoiceDialog customer={id} invoice={chosen.invoice} onClose={close} />}
            {chosen?.what === 'uncollectable' && <UncollectableDialog invoice={chosen.invoice} onClose={close} />}
          </Section>
        )
      }
    </Loaded>
  );
}

const statuses: Readonly<Record<string, { tone: Tone; words: string }>> = {
  paid: { tone: 'go', words: 'Paid' },
  open: { tone: 'wait', words: 'Open' },
  draft: { tone: 'neutral', words: 'Draft' },
  void: { tone: 'neutral', words: 'Void' },
  uncollectible: { tone: 'stop', words: 'Uncollectable' },
};

function InvoiceStatus({ status }: { status: string | null }) {
  const { tone, words } = statuses[status ?? ''] ?? { tone: 'neutral' as const, words: status ?? 'Unknown' };
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

const isPayable = ({ status }: Pick<CustomerInvoice, 'status'>): boolean => status === 'open' || status === 'draft';

function Options({ invoice: { status, number, id }, onChoose }: { invoice: CustomerInvoice; onChoose: (what: Chosen['what']) => void }) {
  const maySettle = useAtLeast('SalesManager');
  const needed = maySettle ? '' : ' (needs approval)';
  const name = number ?? id;
  if (!isPayable({ status })) return null;
  return (
    <span className={styles.pay}>
      <Button type="primary" aria-label={`Pay Invoice ${name}`} onClick={() => onChoose('pay')}>
        Pay Invoice
      </Button>
      {status === 'open' && (
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
