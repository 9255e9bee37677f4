import { Button, Segmented } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import { ComparisonStatus } from './comparison-status.tsx';
import { CustomerDifferences } from './customer-differences.tsx';
import { DifferenceGroupSection } from './difference-group.tsx';
import { DifferenceList } from './difference-list.tsx';
import { useReconcileStatusQuery, useStartComparisonMutation } from './reconcile-api.ts';
import styles from './reconcile.module.css';

const pollMs = { running: 2_000, resting: 30_000 };

type Shown = 'open' | 'settled';

/** /admin/reconcile: where two systems have different values of a member (docs/rules/company.md#differences). */
export function ReconcileScreen() {
  const [search, setSearch] = useSearchParams();
  const customer = search.get('customer');
  return customer === null ? (
    <AllDifferences search={search} setSearch={(next) => setSearch(next, { replace: true })} />
  ) : (
    <CustomerDifferences customer={customer} />
  );
}

function AllDifferences({ search, setSearch }: { search: URLSearchParams; setSearch: (next: Record<string, string>) => void }) {
  const site = Number(search.get('site')) || null;
  const shown: Shown = search.get('shown') === 'settled' ? 'settled' : 'open';
  const query = site === null ? {} : { site: String(site) };
  const resting = useReconcileStatusQuery({ query }, { pollingInterval: pollMs.resting, skipPollingIfUnfocused: true });
  const isBusy = (resting.data?.running.length ?? 0) > 0 || (resting.data?.groups.some(({ repairing }) => repairing > 0) ?? false);
  const { data, error, refetch } = useReconcileStatusQuery(
    { query },
    { pollingInterval: isBusy ? pollMs.running : pollMs.resting, skipPollingIfUnfocused: true },
  );
  const [start, started] = useStartComparisonMutation();
  const show = (next: { site?: number | null; shown?: Shown }): void => {
    const wanted = { site, shown, ...next };
    setSearch({ ...(wanted.site !== null && { site: String(wanted.site) }), ...(wanted.shown === 'settled' && { shown: 'settled' }) });
  };
  return (
    <Page
      title="Reconciliation"
      actions={
        <Button type="primary" loading={started.isLoading} onClick={() => void start({ body: { site } })}>
          {site === null ? 'Compare Now' : 'Compare Site Now'}
        </Button>
      }
    >
      <p className={styles.intro}>
        Stripe, Washdesk, the lanes, Sitewatch and the loyalty system each have a copy of a member. Here is where two of them differ. No
        repair changes anything at Stripe, so none charges or refunds a member.
      </p>
      {error && !data && <Failure title="Couldn’t load differences" error={error} onRetry={() => void refetch()} />}
      {started.isError && <Failure title="Couldn’t start the comparison" error={started.error} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <>
          <ComparisonStatus running={data.running} last={data.last} systems={data.systems} />
          <div className={styles.tools}>
            <SiteField value={site} onChange={(next) => show({ site: next })} />
            <Segmented<Shown>
              size="large"
              aria-label="Differences shown"
              value={shown}
              onChange={(next) => show({ shown: next })}
              options={[
                { value: 'open', label: `Open (${data.groups.reduce((sum, { open }) => sum + open, 0)})` },
                { value: 'settled', label: 'Settled' },
              ]}
            />
          </div>
          {shown === 'settled' && (
            <DifferenceList label="Settled differences" query={{ ...query, state: 'settled' }} empty="Nothing settled yet." />
          )}
          {shown === 'open' && data.groups.length === 0 && (
            <p className={styles.empty}>{data.last ? 'No differences. All systems agree.' : 'Nothing has been compared yet.'}</p>
          )}
          {shown === 'open' && data.groups.map((group) => <DifferenceGroupSection key={group.kind} group={group} site={site} />)}
        </>
      )}
    </Page>
  );
}
