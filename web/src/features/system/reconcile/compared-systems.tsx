import type { ComparedSystemView } from '@washdesk/contracts/system/reconcile';
import { systemNames } from '@washdesk/rules/reconcile/difference-kinds';
import { counted } from '@washdesk/rules/text/counts';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import styles from './reconcile.module.css';

/** Beyond them only their number is shown. */
const mostSites = 8;

/** When each system was last compared, and what its comparison waits for. */
export function ComparedSystems({ systems }: { systems: readonly ComparedSystemView[] }) {
  const sites = systems.filter(({ system }) => system === 'sitewatch');
  const waiting = sites.filter((one) => one.waiting);
  return (
    <ul className={styles.systems} aria-label="Systems compared">
      {systems.map((one) => one.system !== 'sitewatch' && <SystemLine key={one.system} name={systemNames[one.system]} {...one} />)}
      {sites.length === 1 && <SystemLine name={`Sitewatch of ${sites[0]!.siteName}`} {...sites[0]!} />}
      {sites.length > 1 && <SitesLine sites={sites} />}
      {sites.length > 1 &&
        waiting
          .slice(0, mostSites)
          .map((one) => <SystemLine key={one.site} name={`Sitewatch of ${one.siteName ?? `site ${one.site}`}`} {...one} />)}
      {waiting.length > mostSites && (
        <li className={styles.muted}>{`${counted(waiting.length - mostSites, 'more site')} can’t be compared.`}</li>
      )}
    </ul>
  );
}

/** The site whose comparison is the longest ago. */
const oldestOf = (sites: readonly ComparedSystemView[]): ComparedSystemView =>
  sites.reduce((oldest, one) => ((one.compared ?? '') < (oldest.compared ?? '') ? one : oldest));

function SitesLine({ sites }: { sites: readonly ComparedSystemView[] }) {
  const compared = sites.filter((one) => one.compared !== null);
  const name = `Sitewatch of ${counted(sites.length, 'site')}`;
  if (compared.length === sites.length) return <SystemLine name={name} {...oldestOf(sites)} waiting={null} />;
  return (
    <li className={styles.system}>
      <strong>{name}</strong>
      <span>{compared.length === 0 ? 'Not compared yet' : `${compared.length} of ${sites.length} compared`}</span>
    </li>
  );
}

interface SystemLineProps extends Pick<ComparedSystemView, 'compared' | 'waiting'> {
  name: string;
}

const SystemLine = ({ name, compared, waiting }: SystemLineProps) => (
  <li className={styles.system}>
    <strong>{name}</strong>
    <span>{compared === null ? 'Not compared yet' : <RelativeTime time={compared} />}</span>
    {waiting && (
      <span className={styles.waiting}>
        <StatusBadge tone="wait">Waiting</StatusBadge>
        <span>
          {waiting.reason}, first noticed <RelativeTime time={waiting.since} />. It’s compared once it responds.
        </span>
      </span>
    )}
  </li>
);
