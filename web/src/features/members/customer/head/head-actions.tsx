import { Button } from 'antd';
import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { LinkButton } from '../../../../components/navigation/link-button.tsx';
import { RedeemLink } from '../../../../domain/codes/redeem-link.tsx';
import { currentSubscription, vehicleOf } from '../../../../domain/customers/membership.ts';
import { tracesPath } from '../../../../domain/traces/traces-path.ts';
import { signUpPath } from '../../../../lib/paths.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { useCustomerSubscriptionsQuery } from '../customer-screen-api.ts';
import { useRecapture } from '../recapture/use-recapture.tsx';
import { ReinstateDialog } from '../subscriptions/actions/reinstate-dialog.tsx';
import { MoreActs } from './more-acts.tsx';
import { NewestReceipt, useNewestReceipt } from './newest-receipt.tsx';
import { primaryActOf } from './primary-act.ts';
import styles from './customer-head.module.css';

/** The customer's actions. The plan's status decides which one is primary, and comes first; on a phone a menu has the others. */
export function HeadActions({ customer }: { customer: CustomerDetail }) {
  const isOnPhone = useMediaQuery('(max-width: 760px)');
  const { id, name, deleted } = customer;
  const { plate, tag } = vehicleOf(customer);
  const code = plate || tag;
  const primary = primaryActOf(customer);
  const recapture = useRecapture(customer);
  const newestReceipt = useNewestReceipt(customer);
  const seesTraces = useAtLeast('SalesManager');
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
      {recapture.isOffered && isShown('recapture') && (
        <Button type={primary === 'recapture' ? 'primary' : 'default'} size="large" loading={recapture.busy} onClick={recapture.start}>
          Recapture Card
        </Button>
      )}
      {code && !deleted && isShown('redeem') && (
        <span {...(primary === 'redeem' && { className: styles.primary, 'data-primary': true })}>
          <RedeemLink customer={id} code={code} name={name} />
        </span>
      )}
      {isOnPhone ? (
        <MoreActs customer={customer} code={code} primary={primary} recapture={recapture} newestReceipt={newestReceipt} />
      ) : (
        <>
          {seesTraces && (
            <LinkButton to={tracesPath({ customer: id })} size="large">
              Lane Reads
            </LinkButton>
          )}
          <NewestReceipt customer={customer} acts={newestReceipt} />
        </>
      )}
      {recapture.dialogs}
      {newestReceipt.outcome}
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
