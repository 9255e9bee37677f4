import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import type { SiteClock } from '../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { SiteCauses } from './site-causes.tsx';
import { SiteFacts } from './site-facts.tsx';
import { badgeWords } from './site-words.ts';
import styles from './fleet.module.css';

export const mostCauses = 3;

interface SiteCardProps {
  site: FleetSite;
  clock: SiteClock;
  /** The position in the list, from 1, and the length of the list, of which most cards don't exist. */
  place: number;
  count: number;
}

/** One site on /admin/sites, drawn again only if the site has changed. */
export const SiteCard = memo(function SiteCard({ site, clock, place, count }: SiteCardProps) {
  const { site: number, name, level, causes } = site;
  const others = causes.length - mostCauses;
  return (
    <div role="listitem" aria-posinset={place} aria-setsize={count} data-site={number} className={`${styles.card} ${styles[level]}`}>
      <div className={styles.head}>
        <Link to={`/admin/sites/${number}`} className={styles.name}>
          {name} ({number})
        </Link>
        <StatusBadge tone={level}>{badgeWords(site)}</StatusBadge>
      </div>
      <SiteCauses causes={causes.slice(0, mostCauses)} clock={clock} />
      {others > 0 && <p className={styles.muted}>{others} more</p>}
      <SiteFacts site={site} clock={clock} />
    </div>
  );
});
