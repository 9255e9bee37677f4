import { Alert } from 'antd';
import { useState } from 'react';
import type { Release, Releases } from '@washdesk/contracts/sites/release';
import { compareVersions } from '@washdesk/rules/company/release-version';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useReleasesQuery } from './releases-api.ts';
import { ReleasesTable } from './releases-table.tsx';
import { RolloutSection } from './rollout-section.tsx';
import { isOpen } from './rollout-words.ts';
import { StartDialog } from './start-dialog.tsx';

const pollMs = 5_000;

/** Whether a site would be updated, and no other rollout is open. */
const mayStart = ({ rollout, sites }: Releases, { version, files, problems }: Release): boolean =>
  !(rollout && isOpen(rollout)) &&
  files.length > 0 &&
  problems.length === 0 &&
  sites.some((site) => compareVersions(site.version ?? '', version) < 0);

/** /admin/sites/releases: releases of the agent and their rollout (docs/rules/sites.md#updates-of-agents). */
export function ReleasesScreen() {
  const { data, error, refetch } = useReleasesQuery(undefined, { pollingInterval: pollMs, skipPollingIfUnfocused: true });
  /** The version to roll out. */
  const [starting, setStarting] = useState<string | null>(null);
  return (
    <Page title="Agent releases">
      {error && <Failure title="Couldn’t load releases" error={error} onRetry={() => void refetch()} />}
      {data?.enabled === false && (
        <Alert
          type="info"
          showIcon
          title="Updates of agents are off"
          description="This installation has no folder of releases. Set WASHDESK_RELEASES_FOLDER."
        />
      )}
      {data?.problems.map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} />
      ))}
      {data?.rollout && <RolloutSection rollout={data.rollout} />}
      <Section title={data?.rollout ? 'Releases' : undefined} flush>
        <ReleasesTable
          releases={data?.releases}
          sites={data?.sites ?? []}
          failed={error !== undefined && !data}
          empty="No releases yet. Copy a release into the folder of releases; it appears within a minute."
          mayStart={(release) => data !== undefined && mayStart(data, release)}
          onStart={setStarting}
        />
      </Section>
      {starting !== null && data && <StartDialog version={starting} sites={data.sites} onClose={() => setStarting(null)} />}
    </Page>
  );
}
