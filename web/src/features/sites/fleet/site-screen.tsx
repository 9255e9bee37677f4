import { lazy, Suspense, useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useFleetSiteQuery } from './fleet-api.ts';
import { SiteOverview } from './site-overview.tsx';
import { badgeWords, whyUnreachable } from './site-words.ts';
import { useFleet } from './use-fleet.ts';
import styles from './fleet.module.css';

const TopicsSection = lazy(async () => ({ default: (await import('./topics/topics-section.tsx')).TopicsSection }));

const LogSection = lazy(async () => ({ default: (await import('./log/log-section.tsx')).LogSection }));

const views = { overview: 'Overview', topics: 'Topics', log: 'Log' } as const;
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
          {site.name} ({site.site}) <StatusBadge tone={site.level}>{badgeWords(site)}</StatusBadge>
        </span>
      }
    >
      <nav className={styles.links} aria-label="More about this site">
        <Link to="/admin/sites">All sites</Link>
        <Link to={`/admin/sites/configuration?site=${site.site}`}>Configuration</Link>
        <Link to="/admin/sites/releases">Agent releases</Link>
        <Link to={`/admin/traces?site=${site.site}`}>Traces</Link>
        <Link to={`/admin/console?site=${site.site}`}>Console</Link>
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
            {view === 'overview' && <SiteOverview site={site} details={data} />}
            {view === 'log' && <LogSection site={site.site} unreachable={whyUnreachable(site, 'New lines appear')} />}
            {view === 'topics' && <TopicsSection site={site.site} timeZone={data.timeZone} />}
          </Suspense>
        </div>
      </ModeTabs>
    </Page>
  );
}
