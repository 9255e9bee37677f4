import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import type { Rollout, RolloutSite } from '@washdesk/contracts/sites/release';
import { afterAction, rolloutActions, type RolloutAction } from '@washdesk/rules/company/rollouts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { badgeColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { RolloutActionDialog } from './rollout-action-dialog.tsx';
import { progressOf, progressWords, stateOfRollout, stateOfSite, type Progress } from './rollout-words.ts';
import styles from './releases.module.css';

const labels: Record<RolloutAction, string> = {
  continue: 'Continue to All Sites',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel Rollout',
};

const secondsOf = (time: string): number => Date.parse(time) / 1_000;

/** The actions that would change this rollout now. */
function actionsOf(rollout: Rollout): RolloutAction[] {
  return rolloutActions.filter((action) => {
    const next = afterAction(rollout, action);
    return next !== null && next !== rollout;
  });
}

/** The open or last rollout: how far it is, what failed, and what an Admin can do. */
export function RolloutSection({ rollout }: { rollout: Rollout }) {
  const [acting, setActing] = useState<RolloutAction | null>(null);
  const { version, sites, paused, started, startedBy, reason, most, continueAfterHours, stage } = rollout;
  const { tone, words } = stateOfRollout(rollout);
  const actions = actionsOf(rollout);
  const main = actions.find((action) => action === 'continue' || action === 'resume');
  return (
    <Section
      title={`Rollout of ${version}`}
      flush
      actions={
        actions.length > 0 && (
          <Flex gap={8} wrap>
            {actions.map((action) => (
              <Button
                key={action}
                type={action === main ? 'primary' : 'default'}
                danger={action === 'cancel'}
                onClick={() => setActing(action)}
              >
                {labels[action]}
              </Button>
            ))}
          </Flex>
        )
      }
    >
      <div className={styles.summary}>
        <p className={styles.plain}>
          <StatusBadge tone={tone}>{words}</StatusBadge> Started by {startedBy}, <SiteTime seconds={secondsOf(started)} site={null} />:{' '}
          {reason}
        </p>
        {paused && rollout.state === 'paused' && (
          <Alert
            type={paused.by === null ? 'error' : 'warning'}
            showIcon
            title={paused.by === null ? 'Paused by a failure' : `Paused by ${paused.by}`}
            description={paused.because}
          />
        )}
        <ol className={styles.stages}>
          <Stage
            title="Canary sites"
            progress={progressOf(
              rollout,
              sites.filter(({ isCanary }) => isCanary),
            )}
            isCurrent={stage === 'canary'}
          />
          <Stage title="All sites" progress={progressOf(rollout, sites)} isCurrent={stage === 'all'} />
        </ol>
        <p className={styles.muted}>
          At most {most} at the same time.{' '}
          {stage === 'canary' &&
            (continueAfterHours === null
              ? 'An admin continues it to all sites.'
              : `Continues ${continueAfterHours} hours after the last canary site was installed.`)}
        </p>
      </div>
      <SitesTable rollout={rollout} />
      {acting && <RolloutActionDialog rollout={rollout} action={acting} onClose={() => setActing(null)} />}
    </Section>
  );
}

function Stage({ title, progress, isCurrent }: { title: string; progress: Progress; isCurrent: boolean }) {
  const { installed, updating, failed } = progress;
  return (
    <li className={styles.stage} aria-current={isCurrent ? 'step' : undefined}>
      <strong>{title}</strong>
      <div className={styles.bar} aria-hidden>
        <i className={styles.installed} style={{ flexGrow: installed }} />
        <i className={styles.updating} style={{ flexGrow: updating }} />
        <i className={styles.failed} style={{ flexGrow: failed }} />
        <i style={{ flexGrow: progress.sites - installed - updating - failed }} />
      </div>
      <span>{progressWords(progress)}</span>
    </li>
  );
}

function SitesTable({ rollout }: { rollout: Rollout }) {
  const { time } = useSiteColumns();
  const columns: Column<RolloutSite>[] = [
    { title: 'Site', dataIndex: 'name', card: 'title', render: (name: string, { site }) => `${name} (${site})` },
    { title: 'Group', key: 'group', card: 'plain', render: (_none, { isCanary }) => (isCanary ? 'Canary' : 'Others') },
    { title: 'Version', dataIndex: 'version', render: (version: string | null) => version ?? '–' },
    { title: 'Reason', dataIndex: 'reason', wraps: true, render: (reason: string | null) => reason ?? '–' },
    time('Last change', ({ changed }) => (changed === null ? null : secondsOf(changed)), {
      siteOf: ({ site }) => site,
      render: ({ changed }) => changed && <RelativeTime time={changed} />,
    }),
    badgeColumn('State', (site) => stateOfSite(rollout, site)),
  ];
  const canaryFirst = rollout.sites.toSorted((a, b) => Number(b.isCanary) - Number(a.isCanary));
  return (
    <DataTable
      label="Sites of the rollout"
      file="rollout"
      rowKey={({ site }) => String(site)}
      columns={columns}
      rows={canaryFirst}
      empty="No sites yet"
    />
  );
}
