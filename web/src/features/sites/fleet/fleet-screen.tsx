import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { byAttention } from '@washdesk/rules/company/site-attention';
import { matchesWords } from '@washdesk/rules/text/matches-words';
import { ListFilter } from '../../../components/data/list-filter.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { CloudSection } from './cloud-section.tsx';
import { useFleetQuery } from './fleet-api.ts';
import { SiteCard } from './site-card.tsx';
import { stateWords } from './site-words.ts';
import { useFleet } from './use-fleet.ts';
import styles from './fleet.module.css';

type Shown = 'all' | 'attention';

/** /admin/sites: every site as it is now, by what needs a person (docs/rules/sites.md#fleet). */
export function FleetScreen() {
  const { data, error, refetch } = useFleetQuery(undefined, { refetchOnMountOrArgChange: true });
  const { sites, state, reconnect } = useFleet();
  const clock = useSiteClock();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const all: readonly FleetSite[] | undefined = sites ? [...sites.values()] : data?.sites;
  const needing = all?.filter(({ level }) => level === 'stop' || level === 'wait').length ?? 0;
  const found = all
    ?.filter((site) => shown === 'all' || site.level === 'stop' || site.level === 'wait')
    .filter((site) => matchesWords(search, wordsOf(site)))
    .toSorted(byAttention);
  return (
    <Page title="Sites" wide>
      <CloudSection />
      {error && !all && <Failure title="Couldn’t load sites" error={error} onRetry={() => void refetch()} />}
      {state === 'lost' && (
        <Alert
          type="warning"
          showIcon
          title="The connection was lost. Sites are shown as they were."
          action={<Button onClick={reconnect}>Reconnect</Button>}
        />
      )}
      {!all && !error && <PageSkeleton />}
      {all && (
        <>
          <div className={styles.tools}>
            <ListFilter label="Find a site" placeholder="Site, number, version or cause" value={search} onChange={setSearch} />
            <Segmented<Shown>
              size="large"
              aria-label="Sites shown"
              value={shown}
              onChange={setShown}
              options={[
                { value: 'all', label: `All (${all.length})` },
                { value: 'attention', label: `Needs attention (${needing})` },
              ]}
            />
          </div>
          {found?.length === 0 ? (
            <p className={styles.muted}>{emptyWords(search, shown, all.length)}</p>
          ) : (
            <ul className={styles.cards} aria-label="Sites">
              {found?.map((site) => (
                <SiteCard key={site.site} site={site} clock={clock} />
              ))}
            </ul>
          )}
        </>
      )}
    </Page>
  );
}

const wordsOf = ({ site, name, state, version, causes }: FleetSite): (string | null)[] => [
  String(site),
  name,
  stateWords[state],
  version,
  ...causes.map(({ sentence }) => sentence),
];

function emptyWords(search: string, shown: Shown, count: number): string {
  if (count === 0) return 'No sites yet. Sites appear here when they are added.';
  if (search.trim() !== '') return `No sites match “${search.trim()}”.`;
  return shown === 'attention' ? 'No sites need attention.' : 'No sites found.';
}
