import { skipToken } from '@reduxjs/toolkit/query';
import { Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Field } from '../../../components/input/field.tsx';
import { KeysHeld } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { PlanGrid } from '../../../domain/plan-grid/plan-grid.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../../lib/startup-api.ts';
import { Facts } from './facts.tsx';
import { useToolPlansQuery, useToolPricesQuery, useToolProductsQuery } from './tools-api.ts';

/** /admin/priceselect: tests the plan selection of a location, and shows the chosen plan's data. */
export function PriceSelectScreen() {
  const here = useSession()?.locationId ?? null;
  const [chosenLocation, setLocation] = useState<string | null>(null);
  const location = chosenLocation ?? here;
  const { data: locations } = useLocationsQuery();
  const place = locations?.locations.find(({ id: one }) => one === location)?.metadata.site;
  const site = place === undefined ? null : Number(place);
  const offer = useToolPlansQuery(location === null ? skipToken : { params: { id: location } });
  const [plan, setPlan] = useState<Plan | null>(null);
  const id = useId();
  return (
    <Page title="Price-select test">
      <Field label="Location">
        {(control) => (
          <Select
            {...control}
            size="large"
            style={{ maxWidth: 320 }}
            placeholder="Choose a location"
            value={location}
            options={locations?.locations.map((one) => ({ value: one.id, label: one.display_name }))}
            onChange={(chosen: string) => {
              setLocation(chosen);
              setPlan(null);
            }}
          />
        )}
      </Field>
      {offer.error && !offer.currentData && <Failure error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.isFetching && !offer.currentData && (
        <div role="status" aria-label="Loading the plans">
          <KeysHeld />
          <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
        </div>
      )}
      {offer.currentData?.plans.length === 0 && <NothingFound>This location has no plans</NothingFound>}
      {offer.currentData && offer.currentData.plans.length > 0 && (
        <Section title="Plans">
          <PlanGrid id={id} plans={offer.currentData.plans} chosen={plan?.PlanId ?? null} onChoose={setPlan} />
        </Section>
      )}
      {plan && <ChosenPlan plan={plan} site={site} />}
    </Page>
  );
}

function ChosenPlan({ plan, site }: { plan: Plan; site: number | null }) {
  const prices = useToolPricesQuery({ query: { productClass: plan.ProductClass } });
  const products = useToolProductsQuery();
  const next = prices.data?.prices.find((price) => price.ProductId === plan.ProductId && price.nextprice && price.site === site);
  const upgrade = products.data?.products.find((one) => one.id === plan.ProductId)?.metadata[productKeys.upgradeClass];
  return (
    <Section title={plan.PlanName}>
      <Facts
        facts={[
          {
            label: 'Plan price',
            value: `${plan.PlanPrice} cents before tax, ${monthlyWords({ amount: plan.PlanPrice, total: plan.PlanTotal })}`,
          },
          { label: 'Plan id', value: plan.PlanId },
          {
            label: 'Next price',
            value: prices.isFetching
              ? '…'
              : next
                ? `${next.PlanName}, ${monthlyWords({ amount: next.PlanPrice, total: next.PlanTotal })}`
                : 'None',
          },
          { label: 'Upgrade class', value: products.isFetching ? '…' : (upgrade ?? 'None') },
        ]}
      />
      {(prices.error ?? products.error) && <Failure error={prices.error ?? products.error} />}
    </Section>
  );
}
