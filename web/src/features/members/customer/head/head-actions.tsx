import { Button } from 'antd';
import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { AfterFirstPaint } from '../../../../components/layout/after-first-paint.tsx';
import { LinkButton } from '../../../../components/navigation/link-button.tsx';
import { RedeemLink } from '../../../../domain/codes/redeem-link.tsx';
import { currentSubscription, vehicleOf } from '../../../../domain/customers/membership.ts';
import { signUpPath } from '../../../../lib/paths.ts';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { useCustomerSubscriptionsQuery } from '../customer-screen-api.ts';
import { RecaptureButton } from '../recapture/recapture-button.tsx';
import { ReinstateDialog } from '../subscriptions/actions/reinstate-dialog.tsx';
import { MoreActs } from './more-acts.tsx';
import { NewestReceipt } from './newest-receipt.tsx';
import { primaryActOf } from './primary-act.ts';
import styles from './customer-head.module.css';

/** The customer's actions. The plan's status decides which one is primary, and comes first; on a phone a menu has the others. */
export function HeadActions({ customer }: { customer: CustomerDetail }) {
  const isOnPhone = useMediaQuery('(max-width: 760px)');
  const { id, name, deleted } = customer;
  const { plate, tag } = vehicleOf(customer);
  const code = plate || tag;
  const primary = primaryActOf(customer);
  const isShown = (act: typeof primary): boolean => primary === act || !isOnPhone;
  const isEnded = primary === 'signUp' || primary === 'reinstate';
  return (
    <div className={styles.actions} data-actions>
      {primary === 'reinstate' && <ReinstateButton customer={customer} />}
      {isEnded && isShown('signUp') && (
        <LinkButton to={signUpPath(id)} type={primary === 'signUp' ? 'primary' : 'default'} size="large">
          Sign Up
        </LinkButton>
      )}
      {/* waits for invoices and plans in any case */}
      {!deleted && isShown('recapture') && (
        <AfterFirstPaint>
          <RecaptureButton customer={customer} primary={primary === 'recapture'} />
        </AfterFirstPaint>
      )}
      {code && !deleted && isShown('redeem') && (
        <span {...(primary === 'redeem' && { className: styles.primary, 'data-primary': true })}>
          <RedeemLink customer={id} code={code} name={name} />
        </span>
      )}
      {isOnPhone ? <MoreActs customer={customer} primary={primary} /> : <NewestReceipt customer={customer} />}
    </div>
  );
}

/** Reinstates the ended plan with a stored card. */
function ReinstateButton({ customer }: { customer: CustomerDetail }) {
  const { data } = useCustomerSubscriptionsQuery({ params: { id: customer.id } });
  const ended = currentSubscription(customer);
  const subscription = data?.subscriptions.find(({ id }) => id === ended?.id) ?? null;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button type="primary" size="large" disabled={subscription === null} onClick={() => setOpen(true)}>
        Reinstate
      </Button>
      {isOpen && subscription && <ReinstateDialog subscription={subscription} onDone={() => undefined} onClose={() => setOpen(false)} />}
    </>
  );
}
