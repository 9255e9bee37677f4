import { Fragment } from 'react';
import type { CopiedSite } from '@washdesk/contracts/company/report';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import styles from './reports.module.css';

/** The time of each site's data: its plates and tags are read several times a day. */
export function CopiedSites({ sites }: { sites: readonly CopiedSite[] }) {
  return (
    <p className={styles.copied}>
      Sitewatch data as of:{' '}
      {sites.map(({ site, name, at }, index) => (
        <Fragment key={site}>
          {index > 0 && ', '}
          {name} {at === null ? 'has no data yet and isn’t included' : <SiteTime seconds={Date.parse(at) / 1_000} site={site} />}
        </Fragment>
      ))}
    </p>
  );
}
