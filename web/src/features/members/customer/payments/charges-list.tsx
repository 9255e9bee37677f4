import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Charge } from '@washdesk/contracts/billing/charge';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { DetailsList } from '../../../../components/data/details-list.tsx';
import { ResultPages } from '../../../../components/data/result-pages.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { statusOf } from '../../../../domain/charges/charge-status.tsx';
import { ChargedCard, chargedCardName } from '../../../../domain/charges/charged-card.tsx';
import { useCustomerCardsQuery } from '../../../../domain/customers/customer-api.ts';
import { badgeColumn, moneyColumn, useSiteColumns } from '../../../../domain/list-columns.tsx';
import { ReceiptDialog } from '../../../../domain/receipt-printing/receipt-dialog.tsx';
import { RefundDialog } from '../../../../domain/refund/refund-dialog.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { everyPage } from '../../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../../lib/pages/use-cursor-pages.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useCustomerChargesQuery, useLazyCustomerChargesQuery } from './payments-api.ts';
import styles from './payments.module.css';

const aboutOf = ({ description, invoice }: Charge): string | null => description ?? invoice?.description ?? null;
const codeOf = (customer: Charge['customer']): string => customer?.metadata.CustomerCode ?? customer?.metadata.SecondaryCode ?? '';

/** How long a refund's result is shown (docs/rules/billing.md#refunds). */
const refundMessageMs = 5_000;

type Chosen = { charge: Charge; what: 'receipt' | 'refund' | 'failure' };

/** The customer's charges, newest first, with receipt, refund and failure reason. */
export function ChargesList({ customer: { id } }: { customer: CustomerDetail }) {
  const pages = useCursorPages();
  const [read] = useLazyCustomerChargesQuery();
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
  const { time } = useSiteColumns();
  const columns: Column<Charge>[] = [
    time('Created', ({ created }) => created, { siteOf: ({ site }) => site, card: 'plain' }),
    {
      title: 'Tag/Plate',
      key: 'code',
      card: 'plain',
      render: (_, { customer }) => codeOf(customer),
    },
    { title: 'Description', key: 'description', wraps: true, card: 'title', render: (_, charge) => aboutOf(charge) },
    {
      title: 'Card',
      key: 'card',
      card: 'plain',
      text: ({ payment_method_details: details }) => chargedCardName(details),
      render: (_, { payment_method_details: details }) => <ChargedCard details={details} />,
    },
    moneyColumn('Captured', ({ amount_captured }) => amount_captured),
    moneyColumn('Refunded', ({ amount_refunded }) => amount_refunded),
    badgeColumn('Status', statusOf),
  ];
  const more: Column<Charge>[] = [
    {
      title: 'Receipt',
      key: 'receipt',
      card: 'actions',
      inFile: false,
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
      card: 'actions',
      inFile: false,
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
            <DataTable
              columns={[...columns, ...more]}
              rowKey="id"
              rowClassName={({ status }) => (status === 'failed' ? (styles.failed ?? '') : '')}
              rows={charges}
              partial={pages.previous !== null || next !== null}
              file="charges"
              allRows={() =>
                everyPage(
                  (page) => read({ params: { id }, query: { page } }).unwrap(),
                  (one) => one.charges,
                )
              }
              empty="Nothing found"
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
