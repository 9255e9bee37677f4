import { Popconfirm } from 'antd';
import type { ReactNode } from 'react';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { Money } from '../../../../domain/money.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { titleOf, type Receipt } from './use-receipt-actions.ts';

interface TextQuestionProps {
  /** The number that gets the text. */
  phone: string;
  /** Undefined while there is nothing to text: a press then does nothing. */
  receipt: Receipt | undefined;
  onSend: (receipt: Receipt) => void;
  /** Whether it asks, if another element than the button decides that. */
  open?: boolean;
  onClose?: () => void;
  /** The button that asks. */
  children: ReactNode;
}

/** Asks before a receipt is texted, with the number and what the text says. */
export function TextQuestion({ phone, receipt, onSend, open, onClose, children }: TextQuestionProps) {
  return (
    <Popconfirm
      title={`Text this receipt to ${formatPhone(phone)}?`}
      description={receipt && <Words receipt={receipt} />}
      okText="Send Text"
      cancelText="Cancel"
      disabled={!receipt}
      {...(open !== undefined && { open, onOpenChange: (next: boolean) => !next && onClose?.() })}
      onConfirm={() => receipt && onSend(receipt)}
    >
      {children}
    </Popconfirm>
  );
}

function Words({ receipt }: { receipt: Receipt }) {
  const clock = useSiteClock();
  const { created, site, price } = receipt;
  return (
    <>
      The text says: {titleOf(receipt)}, {clock.date(Date.parse(created) / 1_000, site)}
      {price !== null && (
        <>
          , <Money cents={price} />
        </>
      )}
      , with all lines of the receipt.
    </>
  );
}
