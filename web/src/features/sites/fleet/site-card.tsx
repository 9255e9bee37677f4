import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { SiteCauses } from './site-causes.tsx';
import { SiteFacts } from './site-facts.tsx';
import { badgeWords } from './site-words.ts';
import styles from './fleet.module.css';

const mostCauses = 3;

/** One site on /admin/sites. Drawn again only if the site has changed. */
export const SiteCard = memo(function SiteCard({ site }: { site: FleetSite }) {
  const { site: number, name, level, causes } = site;
  const others = causes.length - mostCauses;
  return (
    <li className={`${styles.card} ${styles[level]}`}>
      <div className={styles.head}>
        <Link to={`/admin/sites/${number}`} className={styles.name}>
          {name} ({number})
        </Link>
        <StatusBadge tone={level}>{badgeWords(site)}</StatusBadge>
      </div>
      <SiteCauses causes={causes.slice(0, mostCauses)} />
      {others > 0 && <p className={styles.muted}>{others} more</p>}
      <SiteFacts site={site} />
    </li>
  );
});
