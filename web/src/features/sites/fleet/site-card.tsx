import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import type { SiteClock } from '../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { SiteCauses } from './site-causes.tsx';
import { SiteFacts } from './site-facts.tsx';
import { badgeWords } from './site-words.ts';
import { useNearWindow } from './use-near-window.ts';
import styles from './fleet.module.css';

const mostCauses = 3;

/**
 * One site on /admin/sites, drawn again only if the site has changed. Away from the window it has its link alone, so that 500 sites that change
 * every two seconds cost what a windowful costs, and the page still has every site for the keyboard and for the browser's search.
 */
export const SiteCard = memo(function SiteCard({ site, clock }: { site: FleetSite; clock: SiteClock }) {
  const { site: number, name, level, causes } = site;
  const { ref, isNear, height } = useNearWindow<HTMLLIElement>();
  const others = causes.length - mostCauses;
  return (
    <li ref={ref} className={`${styles.card} ${styles[level]}`} style={height === null ? undefined : { minHeight: height }}>
      <div className={styles.head}>
        <Link to={`/admin/sites/${number}`} className={styles.name}>
          {name} ({number})
        </Link>
        {isNear && <StatusBadge tone={level}>{badgeWords(site)}</StatusBadge>}
      </div>
      {isNear && (
        <>
          <SiteCauses causes={causes.slice(0, mostCauses)} clock={clock} />
          {others > 0 && <p className={styles.muted}>{others} more</p>}
          <SiteFacts site={site} clock={clock} />
        </>
      )}
    </li>
  );
});
