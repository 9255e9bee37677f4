import { Button } from 'antd';
import { useState } from 'react';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useTopSellersQuery } from './top-sellers-api.ts';
import styles from './top-sellers.module.css';

/** /admin/topsellers: the site's best-selling products, one button each (docs/rules/sites.md#top-sellers). */
export function TopSellersScreen() {
  const { data, error, isFetching, refetch } = useTopSellersQuery({ query: {} });
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Page
      title="Top Sellers"
      actions={
        <Button loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && isFetching && <Searching />}
      {data && (
        <p className={styles.about}>
          Last 30 days at <SiteName site={data.site} />, as of <SiteTime seconds={Date.parse(data.asOf) / 1_000} site={data.site} />
        </p>
      )}
      {data?.count === 0 && <NothingFound>No sales in the last 30 days</NothingFound>}
      <ul className={styles.grid}>
        {data?.topsellers.map(({ OBJID, NAME }) => (
          <li key={OBJID}>
            <Button
              size="large"
              block
              className={styles.product}
              aria-pressed={chosen === OBJID}
              type={chosen === OBJID ? 'primary' : 'default'}
              onClick={() => setChosen(OBJID)}
            >
              {NAME}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.about}>
        {chosen === null ? 'Select a product to see its Sitewatch number.' : `Item ${chosen} in Sitewatch`}
      </p>
    </Page>
  );
}
