import { Button } from 'antd';
import { useState } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { openPlan } from '@washdesk/rules/plans/statuses';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { isCallFailure } from '../../../../lib/api/call-failure.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { useCustomerSubscriptionsQuery } from '../customer-screen-api.ts';
import { PriceDialog } from '../subscriptions/actions/price-dialog.tsx';
import { actionsOf } from '../subscriptions/plan-actions.ts';
import { useUpdateSitewatchMutation } from './info-api.ts';
import styles from './customer-info.module.css';

/** Updates the customer in Sitewatch and, from Scheduler, schedules a price increase. */
export function SitewatchSection({ customer }: { customer: CustomerDetail }) {
  const session = useSession();
  const [update, { data, error, isLoading }] = useUpdateSitewatchMutation();
  const [isIncreasing, setIncreasing] = useState(false);
  const { data: plans } = useCustomerSubscriptionsQuery({ params: { id: customer.id } });
  const subscription = openPlan(plans?.subscriptions ?? []);
  const roles = session?.user.roles ?? 0;
  const mayIncrease =
    subscription !== null &&
    actionsOf({ subscription, increaseAhead: false, runsBeside: false, roles }).some(({ action }) => action === 'increase');
  return (
    <Section title="Sitewatch">
      <div className={styles.tools}>
        <Button
          size="large"
          loading={isLoading}
          disabled={session?.site == null}
          onClick={() => void update({ body: { customer: customer.id } })}
        >
          Update Sitewatch
        </Button>
        {mayIncrease && (
          <Button size="large" onClick={() => setIncreasing(true)}>
            Schedule Price Increase
          </Button>
        )}
        {session?.site == null && <span className={styles.why}>Sign in at a site to update its Sitewatch.</span>}
        {data && !isLoading && (
          <span role="status">
            <StatusBadge tone={data.customer_objid === null ? 'neutral' : 'go'}>
              {data.customer_objid === null ? (
                'Add a plate or tag first. Sitewatch needs one'
              ) : (
                <>
                  Sitewatch of <SiteName site={data.site} /> is up to date. Other sites update next
                </>
              )}
            </StatusBadge>
          </span>
        )}
      </div>
      {error && !isLoading && <Failure title={whyNot(error)} error={error} />}
      {isIncreasing && subscription && (
        <PriceDialog change="increase" subscription={subscription} onDone={() => undefined} onClose={() => setIncreasing(false)} />
      )}
    </Section>
  );
}

/** Returns the site's own reason, which names the site. An offline site gets the update when it is back. */
function whyNot(error: unknown): string {
  const reason = isCallFailure(error) ? error.details?.['reason'] : undefined;
  if (!isCallFailure(error) || typeof reason !== 'string') return 'Couldn’t update Sitewatch';
  return error.code === 'still_pending' ? `${reason}. It updates automatically later.` : reason;
}
