import { Button } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { OutcomeBadge } from '../../../../domain/status/outcome-badge.tsx';
import { TextQuestion } from '../tools/text-question.tsx';
import { useCustomerReceiptsQuery } from '../tools/tools-api.ts';
import { useReceiptActions, whyNoText } from '../tools/use-receipt-actions.ts';
import styles from './customer-head.module.css';

/** Prints or texts the newest receipt. Both buttons are visible from the start so that nothing moves when the receipt loads. */
export function NewestReceipt({ customer }: { customer: CustomerDetail }) {
  const { data, isError } = useCustomerReceiptsQuery({ params: { id: customer.id }, query: {} });
  const { execute, last, outcome, busy } = useReceiptActions();
  const receipt = data?.receipts[0];
  const none = data?.count === 0 ? 'No receipts.' : isError ? 'Couldn’t load receipts.' : null;
  const buttons = [
    { action: 'print', words: 'Print', reason: none },
    { action: 'text', words: 'Text', reason: none ?? whyNoText(customer) },
  ] as const;
  return (
    <>
      {buttons.map(({ action, words, reason }) => {
        const button = (
          <Button
            key={action}
            size="large"
            aria-label={`${words} the newest receipt${reason === null ? '' : `: ${reason}`}`}
            title={reason ?? ''}
            disabled={!receipt || reason !== null}
            loading={busy && last?.action === action}
            onClick={action === 'print' && receipt ? () => execute(action, receipt) : undefined}
          >
            {words}
          </Button>
        );
        if (action === 'print') return button;
        return (
          <TextQuestion
            key={action}
            phone={customer.phone ?? ''}
            receipt={reason === null ? receipt : undefined}
            onSend={(asked) => execute(action, asked)}
          >
            {button}
          </TextQuestion>
        );
      })}
      <span role="status" className={styles.outcome}>
        {outcome && <OutcomeBadge outcome={outcome} />}
      </span>
    </>
  );
}
