import { lazy, Suspense, useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { FleetDevice, FleetSite, FleetSiteDetails } from '@washdesk/contracts/sites/fleet';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { badgeColumn } from '../../../domain/list-columns.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useFleetSiteQuery } from './fleet-api.ts';
import { LineSection } from './line-section.tsx';
import { SiteCauses } from './site-causes.tsx';
import { Fact, SiteFacts } from './site-facts.tsx';
import { stateWords } from './site-words.ts';
import { useFleet } from './use-fleet.ts';
import styles from './fleet.module.css';

const TopicsSection = lazy(async () => ({ default: (await import('./topics/topics-section.tsx')).TopicsSection }));

const views = { overview: 'Overview', topics: 'Topics' } as const;
type View = keyof typeof views;
const isView = (text: string): text is View => text in views;

/** /admin/sites/<number>: one site, its devices and its connection (docs/rules/sites.md#fleet). */
export function SiteScreen() {
  const { site: number = '' } = useParams();
  const { data, error, refetch } = useFleetSiteQuery({ params: { site: number } }, { refetchOnMountOrArgChange: true });
  const { sites } = useFleet(Number(number));
  const [search, setSearch] = useSearchParams();
  const given = search.get('view') ?? '';
  const view = isView(given) ? given : 'overview';
  const site = sites?.get(Number(number)) ?? data?.site;
  // devices come with the details, which are read again when anything but the vitals changes
  const changes = site && JSON.stringify([site.state, site.causes, site.devices, site.version]);
  useEffect(() => {
    if (changes !== undefined) void refetch();
  }, [changes, refetch]);
  if (error && !data)
    return (
      <Page title={`Site ${number}`}>
        <Failure title="Couldn’t load this site" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!data || !site) return <PageSkeleton />;
  return (
    <Page
      title={
        <span className={styles.title}>
          {site.name} ({site.site}) <StatusBadge tone={site.level}>{stateWords[site.state]}</StatusBadge>
        </span>
      }
    >
      <nav className={styles.links} aria-label="More about this site">
        <Link to="/admin/sites">All sites</Link>
        <Link to={`/admin/sites/configuration?site=${site.site}`}>Configuration</Link>
        <Link to="/admin/sites/releases">Agent releases</Link>
        <Link to={`/admin/traces?site=${site.site}`}>Traces</Link>
        <Link to="/admin/console">Console</Link>
      </nav>
      <ModeTabs
        label="Parts of this site"
        look="line"
        modes={views}
        active={view}
        onChange={(next) => setSearch({ view: next }, { replace: true })}
      >
        <div className={styles.view}>
          <Suspense fallback={<PageSkeleton />}>
            {view === 'overview' && <Overview site={site} details={data} />}
            {view === 'topics' && <TopicsSection site={site.site} />}
          </Suspense>
        </div>
      </ModeTabs>
    </Page>
  );
}

function Overview({ site, details }: { site: FleetSite; details: FleetSiteDetails }) {
  return (
    <>
      <Section title={site.causes.length === 0 ? 'Nothing is wrong' : 'What is wrong'}>
        <SiteCauses causes={site.causes} />
        <SiteFacts site={site} />
        <AgentFacts details={details} />
      </Section>
      <DevicesSection devices={details.devices} />
      <LineSection site={site.site} timeZone={details.timeZone} />
    </>
  );
}

function AgentFacts({ details }: { details: FleetSiteDetails }) {
  const { host, configuration, rosterNumber, outage } = details;
  const ofConfiguration =
    configuration?.version == null
      ? 'From its file'
      : `Version ${configuration.version}${configuration.state === 'trial' ? ', on trial' : ''}`;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label="Computer">{host ?? '–'}</Fact>
        <Fact label="Configuration">{ofConfiguration}</Fact>
        <Fact label="Roster number">{rosterNumber ?? '–'}</Fact>
      </dl>
      {outage && (
        <p className={styles.muted}>
          Last outage <RelativeTime time={outage.since} />: {outage.reason}
        </p>
      )}
    </>
  );
}

const deviceStates = {
  online: { tone: 'go', words: 'Works' },
  degraded: { tone: 'wait', words: 'Limited' },
  offline: { tone: 'stop', words: 'Offline' },
  unknown: { tone: 'neutral', words: 'Unknown' },
} as const;

function DevicesSection({ devices }: { devices: readonly FleetDevice[] }) {
  const columns: Column<FleetDevice>[] = [
    { title: 'Device', dataIndex: 'name', card: 'title', render: (name: string, { id }) => `${name} (${id})` },
    { title: 'Kind', dataIndex: 'kind', card: 'plain' },
    { title: 'Lane', dataIndex: 'lane', render: (lane: number | null) => lane ?? '–' },
    { title: 'Reason', dataIndex: 'reason', wraps: true, render: (reason: string | null) => reason ?? '–' },
    { title: 'Since', dataIndex: 'since', render: (since: string) => <RelativeTime time={since} />, value: ({ since }) => since },
    badgeColumn('State', ({ health }) => deviceStates[health]),
  ];
  return (
    <Section title="Devices" flush>
      <DataTable label="Devices" file="devices" rowKey="id" columns={columns} rows={devices} empty="No devices yet" />
    </Section>
  );
}
