import { Button } from 'antd';
import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { ResultPages } from '../../../../components/data/result-pages.tsx';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { moneyColumn, useSiteColumns } from '../../../../domain/list-columns.tsx';
import { ReceiptDialog } from '../../../../domain/receipt-printing/receipt-dialog.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { OutcomeBadge } from '../../../../domain/status/outcome-badge.tsx';
import { everyPage } from '../../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../../lib/pages/use-cursor-pages.ts';
import { SignatureDialog, type Signature } from './signature-dialog.tsx';
import { TextQuestion } from './text-question.tsx';
import { useCustomerReceiptsQuery, useCustomerSignaturesQuery, useLazyCustomerReceiptsQuery } from './tools-api.ts';
import { titleOf, useReceiptActions, whyNoEmail, whyNoText, type Receipt, type ReceiptActions } from './use-receipt-actions.ts';
import styles from './tools.module.css';

type Shown = { what: 'receipt'; id: string } | { what: 'signature'; signature: Signature };

const secondsOf = ({ created }: Receipt): number => Date.parse(created) / 1_000;

/** All receipts of the customer with their signatures: to view, print, text and email. */
export function ReceiptsSection({ customer }: { customer: CustomerDetail }) {
  const { id, phone } = customer;
  const pages = useCursorPages();
  const [read] = useLazyCustomerReceiptsQuery();
  const answer = useCustomerReceiptsQuery({ params: { id }, query: { page: pages.cursor } });
  const signed = useCustomerSignaturesQuery({ params: { id }, query: {} });
  const signatures = signed.data?.signatures ?? [];
  const actions = useReceiptActions();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  const why = { text: whyNoText(customer), email: whyNoEmail(customer) };
  const { time, site } = useSiteColumns();
  const columns: Column<Receipt>[] = [
    time('Sold', secondsOf, { siteOf: ({ site: at }) => at, card: 'plain' }),
    {
      title: 'Item',
      key: 'item',
      card: 'title',
      value: (receipt) => [titleOf(receipt), receipt.item].filter(Boolean).join(', '),
      render: (_, receipt) => (
        <span>
          {titleOf(receipt)}
          {receipt.item && <span className={styles.item}>{receipt.item}</span>}
        </span>
      ),
    },
    { title: 'Plate', dataIndex: 'code', card: 'plain', value: ({ code }) => code, render: (code) => code && <VehicleCode code={code} /> },
    site(),
    moneyColumn('Price', ({ price }) => price, { card: 'end' }),
    { title: 'Employee', dataIndex: 'employee', card: 'plain' },
    {
      title: 'Signature',
      key: 'signature',
      text: (receipt) => signatureWords(signatureFor(receipt, signatures)),
      render: (_, receipt) => (
        <SignatureOf
          receipt={receipt}
          signature={signatureFor(receipt, signatures)}
          onView={(signature) => setShown({ what: 'signature', signature })}
        />
      ),
    },
    {
      title: 'Receipt',
      key: 'actions',
      render: (_, receipt) => (
        <Actions receipt={receipt} phone={phone} actions={actions} why={why} onView={() => setShown({ what: 'receipt', id: receipt.id })} />
      ),
    },
  ];
  return (
    <Section title="Receipts and Signatures" flush>
      <Loaded what="receipts" answer={answer}>
        {({ receipts, count, next_page: next }) =>
          count === 0 ? (
            <NothingFound>No Receipts Found</NothingFound>
          ) : (
            <>
              <Reasons why={why} />
              {signed.error && !signed.isFetching && (
                <Failure title="Error Loading Signatures" error={signed.error} onRetry={() => void signed.refetch()} />
              )}
              <DataTable
                label="Receipts"
                columns={columns}
                rowKey="id"
                rows={receipts}
                empty="Nothing found"
                partial={pages.previous !== null || next !== null}
                file="receipts"
                allRows={() =>
                  everyPage(
                    (page) => read({ params: { id }, query: { page } }).unwrap(),
                    (one) => one.receipts,
                  )
                }
              />
              <ResultPages size={30} pages={pages} next={next} busy={answer.isFetching} />
            </>
          )
        }
      </Loaded>
      {shown?.what === 'receipt' && <ReceiptDialog id={shown.id} onClose={close} />}
      {shown?.what === 'signature' && <SignatureDialog signature={shown.signature} onClose={close} />}
    </Section>
  );
}

interface Why {
  text: string | null;
  email: string | null;
}

/** Why receipts cannot be texted or emailed, shown once for all rows. */
function Reasons({ why: { text, email } }: { why: Why }) {
  const reasons = [...new Set([text, email])].filter((reason) => reason !== null);
  if (reasons.length === 0) return null;
  return <p className={styles.reasons}>{reasons.join(' ')}</p>;
}

interface ActionsProps {
  receipt: Receipt;
  phone: string | null;
  actions: ReceiptActions;
  why: Why;
  onView: () => void;
}

function Actions({ receipt, phone, actions: { execute, last, outcome, busy }, why, onView }: ActionsProps) {
  const clock = useSiteClock();
  const name = `${titleOf(receipt)} of ${clock.date(secondsOf(receipt), receipt.site)}`;
  const isLast = last?.receipt === receipt.id;
  const buttons = [
    { action: 'print', words: 'Print', reason: null },
    { action: 'text', words: 'Text', reason: why.text },
    { action: 'email', words: 'Email', reason: why.email },
  ] as const;
  return (
    <div className={styles.actions}>
      <Button aria-label={`View ${name}`} onClick={onView}>
        View
      </Button>
      {buttons.map(({ action, words, reason }) => {
        const asks = action === 'text' && reason === null;
        const button = (
          <Button
            key={action}
            aria-label={`${words} ${name}`}
            title={reason ?? ''}
            disabled={reason !== null}
            loading={busy && isLast && last.action === action}
            onClick={asks ? undefined : () => execute(action, receipt)}
          >
            {words}
          </Button>
        );
        if (!asks) return button;
        return (
          <TextQuestion key={action} phone={phone ?? ''} receipt={receipt} onSend={(asked) => execute(action, asked)}>
            {button}
          </TextQuestion>
        );
      })}
      {isLast && (
        <span role="status" className={styles.sent}>
          {outcome && <OutcomeBadge outcome={outcome} />}
        </span>
      )}
    </div>
  );
}

interface SignatureOfProps {
  receipt: Receipt;
  signature: Signature | undefined;
  onView: (signature: Signature) => void;
}

/** Returns the receipt's signature request: the newest signed one, or the newest. */
function signatureFor({ id }: Receipt, signatures: readonly Signature[]): Signature | undefined {
  const own = signatures.filter(({ receiptid }) => receiptid === id);
  return own.find(({ state }) => state === 'signed') ?? own[0];
}

const signatureStates = { pending: 'Not signed yet', cancelled: 'Withdrawn', signed: 'Signed' } as const;
const signatureWords = (signature: Signature | undefined): string => (signature ? signatureStates[signature.state] : '');

function SignatureOf({ receipt, signature, onView }: SignatureOfProps) {
  const clock = useSiteClock();
  if (signature?.state !== 'signed') return signatureWords(signature);
  return (
    <Button aria-label={`View the signature of ${clock.date(secondsOf(receipt), receipt.site)}`} onClick={() => onView(signature)}>
      View
    </Button>
  );
}
