import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { OutcomeBadge } from '../../../../domain/status/outcome-badge.tsx';
import { TextQuestion } from '../tools/text-question.tsx';
import { useCustomerReceiptsQuery } from '../tools/tools-api.ts';
import { useReceiptActions, whyNoText, type Receipt } from '../tools/use-receipt-actions.ts';
import styles from './customer-head.module.css';

interface NewestReceiptProps {
  customer: CustomerDetail;
  acts: NewestReceiptActs;
}

/** Prints or texts the newest receipt. Both buttons are visible from the start so that nothing moves when the receipt loads. */
export function NewestReceipt({ customer, acts: { receipt, print, text } }: NewestReceiptProps) {
  return (
    <>
      <Button size="large" {...propsOf('Print', print)} onClick={print.run}>
        Print
      </Button>
      <TextQuestion phone={customer.phone ?? ''} receipt={text.reason === null ? receipt : undefined} onSend={text.run}>
        <Button size="large" {...propsOf('Text', text)}>
          Text
        </Button>
      </TextQuestion>
    </>
  );
}

interface ReceiptAct {
  /** Why it is impossible; null if it is possible, or not known yet. */
  reason: string | null;
  disabled: boolean;
  busy: boolean;
  run: () => void;
}

const propsOf = (verb: string, { reason, disabled, busy }: ReceiptAct) => ({
  'aria-label': `${verb} the newest receipt${reason === null ? '' : `: ${reason}`}`,
  title: reason ?? '',
  disabled,
  loading: busy,
});

export interface NewestReceiptActs {
  receipt: Receipt | undefined;
  print: ReceiptAct;
  text: ReceiptAct;
  /** The place of the last act's outcome. */
  outcome: ReactNode;
}

export function useNewestReceipt(customer: CustomerDetail): NewestReceiptActs {
  const { data, isError } = useCustomerReceiptsQuery({ params: { id: customer.id }, query: {} });
  const { execute, last, outcome, busy } = useReceiptActions();
  const receipt = data?.receipts[0];
  const none = data?.count === 0 ? 'No receipts.' : isError ? 'Couldn’t load receipts.' : null;
  const act = (action: 'print' | 'text', reason: string | null): ReceiptAct => ({
    reason,
    disabled: !receipt || reason !== null,
    busy: busy && last?.action === action,
    run: () => receipt && execute(action, receipt),
  });
  return {
    receipt,
    print: act('print', none),
    text: act('text', none ?? whyNoText(customer)),
    outcome: (
      <span role="status" className={styles.outcome}>
        {outcome && <OutcomeBadge outcome={outcome} />}
      </span>
    ),
  };
}
