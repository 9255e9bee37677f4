import { Link } from 'react-router-dom';
import type { AbuseFlag } from '@washdesk/contracts/company/abuse';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { kindOf, personOf, strengthOf, toneOf } from './flag-words.ts';
import styles from './abuse.module.css';

interface FlagListProps {
  flags: readonly AbuseFlag[];
  open: string | undefined;
  openAt: (id: string) => string;
}

/** Flags, the strongest first. */
export function FlagList({ flags, open, openAt }: FlagListProps) {
  const { date } = useSiteClock();
  const siteName = useSiteNames();
  return (
    <ul className={styles.list} aria-label="Flags">
      {flags.map((flag) => (
        <li key={flag.id}>
          <Link className={styles.row} to={openAt(flag.id)} aria-current={flag.id === open ? 'true' : undefined}>
            <span className={styles.top}>
              <span className={styles.kind}>{kindOf(flag)}</span>
              <StatusBadge tone={toneOf(flag)}>{strengthOf(flag)}</StatusBadge>
            </span>
            <span className={styles.person}>{personOf(flag)}</span>
            <span>{flag.sentence}</span>
            <span className={styles.muted}>
              {flag.sites.map(siteName).join(', ') || 'No site'}, last on {date(Date.parse(flag.lastSeen) / 1_000, flag.sites[0] ?? null)}
              {flag.state === 'open' && flag.decision !== null && ', reopened by new evidence'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
