import { Select } from 'antd';
import { useSearchParams } from 'react-router-dom';
import type { ConfiguredSite } from '@washdesk/contracts/sites/site-configuration';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Field } from '../../../components/input/field.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { useSiteConfigurationQuery, useSiteConfigurationsQuery } from './configuration-api.ts';
import { outcomeWords } from './outcome.ts';
import { SiteView } from './site-view.tsx';
import styles from './configuration.module.css';

/** How often the state is read: while a result is expected, and otherwise. */
const expectedMs = 3_000;
const ordinaryMs = 20_000;

/** The open site shows its state below. */
const optionOf = ({ site, name, newest }: ConfiguredSite, open: number) => {
  const outcome = newest && newest.outcome !== 'applied' && site !== open ? `, ${outcomeWords[newest.outcome].words.toLowerCase()}` : '';
  return { value: site, label: `${name} (${site})${outcome}` };
};

/** /admin/sites/configuration: what a site’s agent connects, by form or text (docs/rules/sites.md#configuration). */
export function ConfigurationScreen() {
  const { data, error, refetch } = useSiteConfigurationsQuery();
  const [query, setQuery] = useSearchParams();
  const session = useSession();
  if (!data && !error) return <PageSkeleton />;
  const sites = data?.sites ?? [];
  const wanted = Number(query.get('site') ?? session?.site);
  const site = (sites.find((one) => one.site === wanted) ?? sites[0])?.site;
  return (
    <Page title="Site configuration">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {data && sites.length === 0 && <NothingFound>No sites yet</NothingFound>}
      {site !== undefined && (
        <>
          <Field label="Site">
            {(control) => (
              <Select
                {...control}
                className={styles.site}
                size="large"
                showSearch={{ optionFilterProp: 'label' }}
                options={sites.map((one) => optionOf(one, site))}
                value={site}
                onChange={(next: number) => setQuery({ site: String(next) })}
              />
            )}
          </Field>
          <OneSite key={site} site={site} />
        </>
      )}
    </Page>
  );
}

function OneSite({ site }: { site: number }) {
  const call = { params: { site: String(site) } };
  const { data: known } = useSiteConfigurationQuery(call);
  const isExpected = known?.newest?.outcome === 'pending' && known.online;
  const { data, error, refetch } = useSiteConfigurationQuery(call, { pollingInterval: isExpected ? expectedMs : ordinaryMs });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Searching />;
  const { newest, applied, ...state } = data;
  return (
    <>
      <p className={styles.stateLine}>
        <StatusBadge tone={state.online ? 'go' : 'wait'}>{state.online ? 'Online' : 'Offline'}</StatusBadge>
        <span>{runningWords(state.running)}</span>
      </p>
      <SiteView state={state} newest={newest} applied={applied} />
    </>
  );
}

function runningWords(running: ConfiguredSite['running']): string {
  if (running === null) return 'The agent hasn’t reported its configuration';
  if (running.state === 'file') return 'Runs the file on its computer';
  if (running.version === null) return 'Runs another configuration';
  return running.state === 'trial' ? `Tries version ${running.version}` : `Runs version ${running.version}`;
}
