import { Input, Select } from 'antd';
import { useState } from 'react';
import type { LocationPrice, PriceProblem } from '@washdesk/contracts/billing/catalogue';
import { markOutsideRange } from '@washdesk/rules/plans/price-ranges';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Field } from '../../../components/input/field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { RangeMark } from './price-grid-screen.tsx';
import { everyPrice, shownPrices, type PriceFilter, type PriceOrder } from './price-list.ts';
import { usePrices, type LimitsOf } from './use-prices.ts';
import styles from './prices.module.css';

const orders: Readonly<Record<PriceOrder, string>> = {
  site: 'Site',
  class: 'Product class',
  plan: 'Plan name',
  cheapest: 'Price, lowest first',
  dearest: 'Price, highest first',
};
const kinds: Readonly<Record<PriceFilter['kind'], string>> = {
  all: 'All',
  online: 'Sold online',
  offline: 'Not sold online',
  outside: 'Outside its range',
};

const optionsOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Every current price of every site (docs/rules/billing.md#prices). */
export function AllPricesScreen() {
  const { prices, problems, limitsOf, error, isLoading, refetch } = usePrices();
  const siteColumns = useSiteColumns();
  const [filter, setFilter] = useState<PriceFilter>(everyPrice);
  const [order, setOrder] = useState<PriceOrder>('site');
  const narrow = (change: Partial<PriceFilter>) => setFilter({ ...filter, ...change });
  const classes = [...new Set(prices.map(({ productClass }) => productClass))];
  const shown = shownPrices(prices, { filter, order, limitsOf });
  return (
    <Page title="All Prices">
      <form className={styles.filters} role="search" onSubmit={(event) => event.preventDefault()}>
        <Field label="Plan name">
          {(control) => (
            <Input {...control} size="large" allowClear value={filter.name} onChange={({ target }) => narrow({ name: target.value })} />
          )}
        </Field>
        <SiteField value={filter.site} onChange={(site) => narrow({ site })} />
        <Field label="Product class">
          {(control) => (
            <Select
              {...control}
              size="large"
              value={filter.productClass ?? ''}
              options={[{ value: '', label: 'Any class' }, ...classes.map((value) => ({ value, label: value }))]}
              onChange={(productClass: string) => narrow({ productClass: productClass || null })}
            />
          )}
        </Field>
        <Field label="Show">
          {(control) => (
            <Select {...control} size="large" value={filter.kind} options={optionsOf(kinds)} onChange={(kind) => narrow({ kind })} />
          )}
        </Field>
        <Field label="Sort by">
          {(control) => <Select {...control} size="large" value={order} options={optionsOf(orders)} onChange={setOrder} />}
        </Field>
      </form>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {problems.length > 0 && (
        <Section flush title="Not sold">
          <DataTable
            label="Not sold"
            file="prices-not-sold"
            rowKey="planId"
            columns={problemColumnsOf(siteColumns)}
            rows={problems}
            empty="Nothing found"
          />
        </Section>
      )}
      <Section flush {...(!isLoading && !error && { title: counted(shown.length, 'price') })}>
        <DataTable
          label="Prices"
          file="prices"
          rowKey="planId"
          columns={columnsOf(limitsOf, siteColumns)}
          rows={isLoading || error !== null ? undefined : shown}
          failed={error !== null}
          empty={prices.length > 0 ? 'No prices match' : 'No plans are sold at any site'}
        />
      </Section>
    </Page>
  );
}

type SiteColumns = ReturnType<typeof useSiteColumns>;

const inWords = (problem: string): string => `It is ${problem}`;

const problemColumnsOf = ({ siteBy }: SiteColumns): Column<PriceProblem>[] => [
  { title: 'Plan', dataIndex: 'planName' },
  { title: 'Product class', dataIndex: 'productClass' },
  siteBy(({ sitenumber }) => sitenumber),
  {
    title: 'Reason',
    dataIndex: 'problem',
    value: ({ problem }) => inWords(problem),
    render: (problem: string) => <StatusBadge tone="stop">{inWords(problem)}</StatusBadge>,
  },
  { title: 'Price', dataIndex: 'planId' },
];

const columnsOf = (limitsOf: LimitsOf, { siteBy }: SiteColumns): Column<LocationPrice>[] => [
  siteBy(({ sitenumber }) => sitenumber),
  { title: 'Product class', dataIndex: 'productClass' },
  { title: 'Plan', dataIndex: 'planName', card: 'title' },
  moneyColumn<LocationPrice>('Price', ({ planPrice }) => planPrice, { card: 'end' }),
  {
    title: 'Online',
    dataIndex: 'availableonline',
    value: ({ availableonline }) => availableonline === 1,
    render: (online: 0 | 1) => (online ? <StatusBadge tone="go">Yes</StatusBadge> : 'No'),
  },
  {
    title: 'Range',
    key: 'range',
    value: ({ planPrice, productClass }) => rangeOf(planPrice, limitsOf(productClass)),
    render: (_value, { planPrice, productClass }) => <Range cents={planPrice} limits={limitsOf(productClass)} />,
  },
];

type Limits = ReturnType<LimitsOf>;

const rangeOf = (cents: number, limits: Limits): string => markOutsideRange(cents, limits) ?? (limits === null ? 'Not limited' : 'Inside');

function Range({ cents, limits }: { cents: number; limits: Limits }) {
  const isOutside = markOutsideRange(cents, limits) !== null;
  return isOutside ? <RangeMark cents={cents} limits={limits} /> : <span className={styles.muted}>{rangeOf(cents, limits)}</span>;
}
