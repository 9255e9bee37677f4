import type { LocationPrice } from '@washdesk/contracts/billing/catalogue';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { markOutsideRange } from '@washdesk/rules/plans/price-ranges';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Money } from '../../../domain/money.tsx';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { usePrices, type LimitsOf } from './use-prices.ts';
import styles from './prices.module.css';

type Limits = ReturnType<LimitsOf>;

interface GridRow {
  site: number;
  plans: ReadonlyMap<string, LocationPrice[]>;
}

/** Each site's current prices, by product class (docs/rules/billing.md#prices). */
export function PriceGridScreen() {
  const { prices, limitsOf, error, isLoading, refetch } = usePrices();
  const nameOf = useSiteNames();
  const classes = [...new Set(prices.map(({ productClass }) => productClass))];
  const bySite = Map.groupBy(prices, ({ sitenumber }) => sitenumber);
  const rows = [...bySite].map(([site, ofSite]): GridRow => ({ site, plans: Map.groupBy(ofSite, ({ productClass }) => productClass) }));
  return (
    <Page title="Price Grid" wide>
      <p className={styles.legend}>
        Plans that are sold online are <strong>bold</strong> and say so.
      </p>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Section flush>
        <DataTable
          rowKey="site"
          file="price-grid"
          columns={columnsOf(classes, limitsOf, nameOf)}
          rows={isLoading || error !== null ? undefined : rows}
          failed={error !== null}
          empty="No plans are sold at any site"
        />
      </Section>
    </Page>
  );
}

const columnsOf = (classes: readonly string[], limitsOf: LimitsOf, nameOf: (site: number) => string): Column<GridRow>[] => [
  { title: 'Site', dataIndex: 'site', card: 'title', render: (site: number) => nameOf(site) },
  ...classes.map((productClass) => ({
    title: productClass,
    key: productClass,
    card: 'plain' as const,
    text: ({ plans }: GridRow) =>
      (plans.get(productClass) ?? []).map((plan) => inWords(plan, limitsOf(productClass))).join('; ') || notSold,
    render: (_value: unknown, { plans }: GridRow) => <Cell plans={plans.get(productClass) ?? []} limitsOf={limitsOf} />,
  })),
];

const notSold = 'Not sold';

const inWords = ({ planName, planPrice, availableonline }: LocationPrice, limits: Limits): string =>
  [`${planName} ${centsToDollars(planPrice)}`, availableonline === 1 && 'online', markOutsideRange(planPrice, limits)]
    .filter(Boolean)
    .join(', ');

function Cell({ plans, limitsOf }: { plans: readonly LocationPrice[]; limitsOf: LimitsOf }) {
  if (plans.length === 0) return <span className={styles.muted}>{notSold}</span>;
  return (
    <ul className={styles.plans}>
      {plans.map(({ planId, planName, planPrice, productClass, availableonline }) => (
        <li key={planId} className={styles.plan}>
          <span className={availableonline ? styles.online : undefined}>{planName}</span>
          <span className={styles.price}>
            <Money cents={planPrice} />
            {availableonline === 1 && <span className={`${styles.muted} ${styles.mark}`}>online</span>}
          </span>
          <RangeMark cents={planPrice} limits={limitsOf(productClass)} />
        </li>
      ))}
    </ul>
  );
}

/** Marks a price outside the range of its product class. */
export function RangeMark({ cents, limits }: { cents: number; limits: Limits }) {
  const mark = markOutsideRange(cents, limits);
  return mark && <StatusBadge tone="stop">{mark}</StatusBadge>;
}
