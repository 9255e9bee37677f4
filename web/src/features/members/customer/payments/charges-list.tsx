import { Button, Modal, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import type { Charge } from '@washdesk/contracts/billing/charge';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { DetailsList } from '../../../../components/data/details-list.tsx';
import { ResultPages } from '../../../../components/data/result-pages.tsx';
import { rowCards } from '../../../../components/data/row-cards.ts';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { ChargeStatus } from '../../../../domain/charges/charge-status.tsx';
import { useCustomerCardsQuery } from '../../../../domain/customers/customer-api.ts';
import { Money } from '../../../../domain/money.tsx';
import { ReceiptDialog } from '../../../../domain/receipt-printing/receipt-dialog.tsx';
import { RefundDialog } from '../../../../domain/refund/refund-dialog.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { SiteTime } from '../../../../domain/sites/site-time.tsx';
import { useCursorPages } from '../../../../lib/pages/use-cursor-pages.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useCustomerChargesQuery } from './payments-api.ts';
import styles from './payments.module.css';

const columns: TableColumnsType<Charge> = [
  { title: 'Created', key: 'created', width: 184, render: (_, { created, site }) => <SiteTime seconds={created} site={site} /> },
  { title: 'Tag/Plate', key: 'code', width: 152, render: (_, { customer }) => codeOf(customer) },
  {
    title: 'Description',
    key: 'description',
    render: (_, { description, invoice }) => <span>{description ?? invoice?.description}</span>,
  },
  { title: 'Captured', key: 'captured', width: 104, align: 'right', render: (_, { amount_captured }) => <Money cents={amount_captured} /> },
  { title: 'Refunded', key: 'refunded', width: 104, align: 'right', render: (_, { amount_refunded }) => <Money cents={amount_refunded} /> },
  { title: 'Status', key: 'status', width: 168, render: (_, charge) => <ChargeStatus charge={charge} /> },
];

const codeOf = (customer: Charge['customer']): string => customer?.metadata.CustomerCode ?? customer?.metadata.SecondaryCode ?? '';

/** How long a refund's result is shown (docs/rules/billing.md#refunds). */
const refundMessageMs = 5_000;

type Chosen = { charge: Charge; what: 'receipt' | 'refund' | 'failure' };

/** The customer's charges, newest first, with receipt, refund and failure reason. */
export function ChargesList({ customer: { id } }: { customer: CustomerDetail }) {
  const pages = useCursorPages();
  const answer = useCustomerChargesQuery({ params: { id }, query: { page: pages.cursor } });
  const { data: cards } = useCustomerCardsQuery({ params: { id } });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const maySettle = useAtLeast('SalesManager');
  const close = () => setChosen(null);
  const choose = (charge: Charge, what: Chosen['what']) => () => setChosen({ charge, what });
  const clock = useSiteClock();
  const refund = maySettle ? 'Refund' : 'Refund (needs approval)';
  /** Returns the accessible name that identifies a button's charge. */
  const named = ({ amount, amount_captured: captured, created, site }: Charge): string =>
    `${centsToDollars(captured || amount)} of ${clock.date(created, site)}`;
  const more: TableColumnsType<Charge> = [
    {
      title: 'Receipt',
      key: 'receipt',
      width: 112,
      render: (_, charge) =>
        charge.status === 'succeeded' &&
        charge.amount_captured > 0 && (
          <Button aria-label={`Receipt of ${named(charge)}`} onClick={choose(charge, 'receipt')}>
            Receipt
          </Button>
        ),
    },
    {
      title: 'Refund',
      key: 'refund',
      width: maySettle ? 112 : 216,
      render: (_, charge) => {
        if (charge.status === 'failed')
          return (
            <Button aria-label={`See Why ${named(charge)} failed`} onClick={choose(charge, 'failure')}>
              See Why
            </Button>
          );
        return (
          charge.refundable > 0 && (
            <Button aria-label={`${refund}: ${named(charge)}`} onClick={choose(charge, 'refund')}>
              {refund}
            </Button>
          )
        );
      },
    },
  ];
  const fingerprint = cards ? (cards.cards.find((card) => card.default)?.details.fingerprint ?? null) : undefined;
  return (
    <Loaded what="charges" answer={answer}>
      {({ charges, count, next_page: next }) =>
        count === 0 ? (
          <NothingFound>No Stripe Charges Found</NothingFound>
        ) : (
          <Section flush>
            <Table
              {...rowCards([...columns, ...more])}
              size="small"
              rowKey="id"
              rowClassName={({ status }) => (status === 'failed' ? (styles.failed ?? '') : '')}
              dataSource={charges}
              pagination={{ pageSize: 25, hideOnSinglePage: true, showSizeChanger: false }}
              scroll={{ x: 1080 }}
            />
            <ResultPages size={100} pages={pages} next={next} busy={answer.isFetching} />
            {chosen?.what === 'receipt' && <ReceiptDialog id={chosen.charge.id} onClose={close} />}
            {chosen?.what === 'failure' && <FailedCharge charge={chosen.charge} onClose={close} />}
            {chosen?.what === 'refund' && (
              <RefundDialog charge={chosen.charge} currentFingerprint={fingerprint} messageMs={refundMessageMs} onClose={close} />
            )}
          </Section>
        )
      }
    </Loaded>
  );
}

/** Shows why a charge failed and what to do. */
function FailedCharge({ charge: { outcome, failure_message: message }, onClose }: { charge: Charge; onClose: () => void }) {
  const why = outcome?.seller_message ?? message;
  return (
    <Modal
      open
      title="Failed Charge"
      onCancel={onClose}
      footer={
        <Button type="primary" size="large" autoFocus onClick={onClose}>
          Ok
        </Button>
      }
    >
      {why !== null && <p>{why}</p>}
      <p>Capture a new payment method, then press Retry Payment on the Subscriptions tab.</p>
      <DetailsList facts={outcome?.reason ? [['Outcome reason', outcome.reason]] : []} />
    </Modal>
  );
}
