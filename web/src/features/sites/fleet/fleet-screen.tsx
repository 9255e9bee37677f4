import { Alert, Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import { byAttention } from '@washdesk/rules/company/site-attention';
import { matchesWords } from '@washdesk/rules/text/matches-words';
import { ListFilter } from '../../../components/data/list-filter.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { CloudSection } from './cloud-section.tsx';
import { useFleetQuery } from './fleet-api.ts';
import { SiteCards } from './site-cards.tsx';
import { stateWords } from './site-words.ts';
import { useFleet } from './use-fleet.ts';
import { useHeldOrder } from './use-held-order.ts';
import styles from './fleet.module.css';

type Shown = 'all' | 'attention';

/** /admin/sites: every site as it is now, by what needs a person (docs/rules/sites.md#fleet). */
export function FleetScreen() {
  const { data, error, refetch } = useFleetQuery(undefined, { refetchOnMountOrArgChange: true });
  const { sites, state, reconnect } = useFleet();
  const all = useMemo(
    () => (data || sites ? new Map([...(data?.sites.map((site) => [site.site, site] as const) ?? []), ...(sites ?? [])]) : null),
    [data, sites],
  );
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
      {all && <Fleet all={all} />}
    </Page>
  );
}

function Fleet({ all }: { all: ReadonlyMap<number, FleetSite> }) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const needing = [...all.values()].filter(needsAttention);
  const found = (shown === 'all' ? [...all.values()] : needing).filter((site) => matchesWords(search, wordsOf(site))).toSorted(byAttention);
  const { sites, isOutdated, atCards, release } = useHeldOrder({ found, all, view: `${shown} ${search}` });
  return (
    <>
      <div className={styles.tools}>
        <ListFilter label="Find a site" placeholder="Site, number, version or cause" value={search} onChange={setSearch} />
        <Segmented<Shown>
          size="large"
          aria-label="Sites shown"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: `All (${all.size})` },
            { value: 'attention', label: `Needs attention (${needing.length})` },
          ]}
        />
        {search.trim() !== '' && <span role="status">{`${found.length} of ${all.size}`}</span>}
        <div role="status">
          {isOutdated && (
            <div className={styles.outdated}>
              The order has changed <Button onClick={release}>Sort Again</Button>
            </div>
          )}
        </div>
      </div>
      {sites.length === 0 ? (
        <p className={styles.muted}>{emptyWords(search, shown, all.size)}</p>
      ) : (
        <div onPointerMove={atCards} onPointerDown={atCards} onKeyDown={atCards} onFocus={atCards}>
          <SiteCards sites={sites} />
        </div>
      )}
    </>
  );
}

const needsAttention = ({ level }: FleetSite): boolean => level === 'stop' || level === 'wait';

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
