import { Button, Popconfirm } from 'antd';
import { useState, type ReactNode } from 'react';
import { textPaymentLink } from '@washdesk/contracts/members/communication';
import type { IncompleteRow, PastDueRow } from '@washdesk/contracts/members/worklist';
import { paymentLinkText, type TextRefusal } from '@washdesk/rules/billing/payment-link';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { useOperation } from '../../../domain/actions/use-operation.ts';
import { outcomeOfMessage } from '../../../domain/messages/outcome-of-message.ts';
import { OutcomeBadge } from '../../../domain/status/outcome-badge.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useTextPaymentLinkMutation } from './worklists-api.ts';
import styles from './worklists.module.css';

export type Owed = PastDueRow | IncompleteRow;

const refusals: Readonly<Record<TextRefusal, string>> = {
  not_set_up: 'Texts aren’t set up',
  no_cell_phone: 'No cell phone',
  phone_not_textable: 'Phone can’t get texts',
  opted_out: 'Opted out of texts',
};

const whyNoLink = ({ noText, due }: Owed): string | null => (noText ? refusals[noText] : due === 0 ? 'No unpaid invoice' : null);
export const nameOf = ({ name }: { name: string | null }): string => name ?? 'No name';

/**
 * Texts a customer the link to pay, after a question with the number and the text; one at a time.
 * @returns the button of a row, or why it has none, and the place of the outcome
 */
export function usePaymentLink(): { button: (row: Owed) => ReactNode; outcome: ReactNode } {
  const [send] = useTextPaymentLinkMutation();
  const [texted, setTexted] = useState<Owed | null>(null);
  const operation = useOperation(textPaymentLink, send, () => undefined);
  const failed = outcomeOfMessage(operation, null);
  const text = async (row: Owed): Promise<void> => {
    setTexted(row);
    if (await operation.send({ body: { subscription: row.subscription } })) showToast(`Payment link texted to ${nameOf(row)}`);
  };
  return {
    button: (row) => {
      const reason = whyNoLink(row);
      if (reason !== null) return <span className={styles.reason}>{reason}</span>;
      return (
        <Popconfirm
          title={`Text a link to pay to ${formatPhone(row.phone ?? '')}?`}
          description={<span className={styles.words}>{paymentLinkText(row.due, ['[link to Stripe]'])}</span>}
          okText="Send Text"
          cancelText="Cancel"
          disabled={operation.busy}
          onConfirm={() => void text(row)}
        >
          <Button aria-label={`Text Link: ${nameOf(row)}`} loading={operation.busy && texted?.subscription === row.subscription}>
            Text Link
          </Button>
        </Popconfirm>
      );
    },
    outcome: (
      <>
        <p role="status" className={styles.outcome}>
          {failed && texted && <OutcomeBadge outcome={{ ...failed, message: `${nameOf(texted)}: ${failed.message}` }} />}
        </p>
        {operation.dialog}
      </>
    ),
  };
}
