import { Alert, Button, Popconfirm } from 'antd';
import type { z } from 'zod';
import type { clubPlan } from '@washdesk/contracts/lane/redeem';
import type { Customer } from '@washdesk/contracts/members/customer';
import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { isMember } from '@washdesk/rules/plans/statuses';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useEndClubPlanMutation, useHoldersOfCodeQuery } from './plate-lookup-api.ts';
import styles from './plate-lookup.module.css';

interface FoundPlanProps {
  code: string;
  plan: z.output<typeof clubPlan.response>;
  onCanceled: () => void;
}

/** A running club plan, and a button to end it. A plan that also runs at Stripe would come back, so it is ended on its customer's page. */
export function FoundPlan({ code, plan, onCanceled }: FoundPlanProps) {
  const clock = useSiteClock();
  const { data: holders, isLoading: asksHolders } = useHoldersOfCodeQuery({ params: { code } });
  const [end, { error, isLoading }] = useEndClubPlanMutation();
  const member = holders?.customers.find((customer) => hasPlan(customer, plan.productClass));
  const refusedFor = refusedCustomer(error);
  const atStripe = member ?? (refusedFor === null ? null : { id: refusedFor, name: null });
  const isGone = isCallFailure(error) && ['code_not_found', 'plan_not_found'].includes(error.code);
  const disable = async (): Promise<void> => {
    const body = { CustomerCode: code, ProductClass: plan.productClass ?? '', expirationdate: clock.today() };
    const { data } = await end({ body });
    if (data) onCanceled();
  };
  const facts: readonly (readonly [string, string])[] = [
    ['Product class', plan.productClass ?? 'None'],
    ['Expires', plan.expires === null ? 'Never' : formatDateUs(plan.expires)],
    ['Billed by', plan.nonStripe ? 'Sitewatch' : 'Stripe'],
  ];
  return (
    <Section title={plan.PlanName ?? 'Club plan'} actions={<StatusBadge tone="go">Active</StatusBadge>}>
      <p>
        <VehicleCode code={code} size="large" />
      </p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions} aria-live="polite">
        {atStripe ? (
          <Alert
            type="warning"
            showIcon
            title={
              <span>
                This plan is billed by Stripe and would come back. End it on the page of{' '}
                <CustomerLink id={atStripe.id} name={atStripe.name ?? 'its customer'} />.
              </span>
            }
          />
        ) : (
          <Popconfirm
            title={`Disable the club plan of ${code}?`}
            description="It ends today at all sites."
            okText="Disable Plan"
            okButtonProps={{ danger: true }}
            cancelText="Cancel"
            onConfirm={() => void disable()}
          >
            <Button danger size="large" loading={isLoading} disabled={asksHolders}>
              Disable
            </Button>
          </Popconfirm>
        )}
        {isGone && <NothingFound>No Active Club Plan Found For this Plate/Tag</NothingFound>}
        {error && !isLoading && !isGone && refusedFor === null && <Failure title="Error Updating Club Plan" error={error} />}
      </div>
    </Section>
  );
}

/** Whether a plan of this class runs for the customer at Stripe. */
function hasPlan({ subscriptions }: Customer, productClass: string | null): boolean {
  return subscriptions.data.some(
    ({ status, plan }) => isMember(status) && plan?.product?.metadata[productKeys.productClass] === productClass,
  );
}

/** Returns the customer that caused the API's rejection, if any. */
function refusedCustomer(error: unknown): string | null {
  if (!isCallFailure(error) || error.code !== 'plan_at_stripe') return null;
  const customer = error.details?.['customer'];
  return typeof customer === 'string' ? customer : null;
}
