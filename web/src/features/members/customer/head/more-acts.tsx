import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { redeemState } from '../../../../domain/codes/redeem-link.tsx';
import { tracesPath } from '../../../../domain/traces/traces-path.ts';
import { paths, signUpPath } from '../../../../lib/paths.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import type { Recapture } from '../recapture/use-recapture.tsx';
import { TextQuestion } from '../tools/text-question.tsx';
import type { NewestReceiptActs } from './newest-receipt.tsx';
import type { PrimaryAct } from './primary-act.ts';
import styles from './customer-head.module.css';

type Item = NonNullable<NonNullable<MenuProps['items']>[number]>;

interface MoreActsProps {
  customer: CustomerDetail;
  /** The plate, otherwise the tag; empty without either. */
  code: string;
  primary: PrimaryAct | null;
  recapture: Recapture;
  newestReceipt: NewestReceiptActs;
}

/** The acts of a customer beside the primary one, in a menu. */
export function MoreActs({ customer, code, primary, recapture, newestReceipt: { receipt, print, text } }: MoreActsProps) {
  const { id, deleted } = customer;
  const navigate = useNavigate();
  const seesTraces = useAtLeast('SalesManager');
  const [asksForText, setAsksForText] = useState(false);
  const items: (Item | false)[] = [
    primary === 'reinstate' && { key: 'signUp', label: 'Sign Up', onClick: () => void navigate(signUpPath(id)) },
    primary !== 'recapture' &&
      recapture.isOffered && { key: 'recapture', label: 'Recapture Card', disabled: recapture.busy, onClick: recapture.start },
    code !== '' &&
      !deleted &&
      primary !== 'redeem' && {
        key: 'redeem',
        label: 'Redeem',
        onClick: () => void navigate(paths.redeem, { state: redeemState(code, id) }),
      },
    seesTraces && { key: 'traces', label: 'Lane Reads', onClick: () => void navigate(tracesPath({ customer: id })) },
    { key: 'print', label: <ReceiptLabel verb="Print" reason={print.reason} />, disabled: print.disabled, onClick: print.run },
    {
      key: 'text',
      label: <ReceiptLabel verb="Text" reason={text.reason} />,
      disabled: text.disabled,
      onClick: () => setAsksForText(true),
    },
  ];
  return (
    <TextQuestion
      phone={customer.phone ?? ''}
      receipt={text.reason === null ? receipt : undefined}
      open={asksForText}
      onClose={() => setAsksForText(false)}
      onSend={text.run}
    >
      <Dropdown trigger={['click']} menu={{ items: items.filter((item) => item !== false) }}>
        <Button size="large" loading={print.busy || text.busy || recapture.busy}>
          More
        </Button>
      </Dropdown>
    </TextQuestion>
  );
}

function ReceiptLabel({ verb, reason }: { verb: string; reason: string | null }) {
  return (
    <>
      {verb} Newest Receipt
      {reason !== null && <span className={styles.reason}>{reason}</span>}
    </>
  );
}
