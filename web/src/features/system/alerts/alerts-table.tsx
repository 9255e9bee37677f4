import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AlertOfIt } from '@washdesk/contracts/system/alert';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { badgeColumn, countColumn } from '../../../domain/list-columns.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useAcknowledgeAlertMutation, useAlertsQuery } from './alerts-api.ts';
import styles from './alerts.module.css';

const pollMs = 10_000;

/** The alerts that are open, each to be marked as seen; or those that are over. */
export function AlertsTable({ state }: { state: 'open' | 'past' }) {
  const polling = { pollingInterval: pollMs, skipPollingIfUnfocused: true };
  const { data, error, isFetching, refetch } = useAlertsQuery({ query: { state } }, polling);
  const [acknowledge, acknowledged] = useAcknowledgeAlertMutation();
  const markSeen = async ({ id }: AlertOfIt): Promise<void> => {
    const answer = await acknowledge({ params: { id } });
    if (answer.data) showToast('Alert marked as seen');
  };
  const busy = acknowledged.isLoading ? acknowledged.originalArgs?.params.id : undefined;
  const columns: ScreenColumn<AlertOfIt>[] = [
    {
      title: 'Cause',
      key: 'cause',
      card: 'title',
      wraps: true,
      render: (_none, { site, sentence, step }) => (
        <span className={styles.cause}>
          <b>{site === null ? sentence : <Link to={`/admin/sites/${site}`}>{sentence}</Link>}</b>
          {step !== null && <span>{step}</span>}
        </span>
      ),
    },
    badgeColumn('Level', ({ level }) => (level === 'stop' ? { tone: 'stop', words: 'Critical' } : { tone: 'wait', words: 'Can wait' }), {
      card: 'plain',
    }),
    { title: 'Opened', key: 'opened', render: (_none, { opened }) => <RelativeTime time={opened} /> },
    countColumn('Times', ({ times }) => times),
    {
      title: 'Sent to',
      key: 'sentTo',
      card: 'plain',
      wraps: true,
      render: (_none, alert) => <span className={styles.cause}>{sentWords(alert)}</span>,
    },
    badgeColumn('State', stateOf),
    state === 'open'
      ? {
          title: 'Actions',
          key: 'actions',
          align: 'right',
          render: (_none, alert) =>
            alert.seen === null && (
              <Button aria-label={`Mark as Seen: ${alert.sentence}`} loading={busy === alert.id} onClick={() => void markSeen(alert)}>
                Mark as Seen
              </Button>
            ),
        }
      : {
          title: 'Fixed',
          key: 'cleared',
          render: (_none, { cleared }) => (cleared === null ? '–' : <RelativeTime time={cleared} />),
        },
  ];
  return (
    <>
      {error && !data && <Failure title="Couldn’t load alerts" error={error} onRetry={() => void refetch()} />}
      {acknowledged.error && <Failure title="Couldn’t mark the alert as seen" error={acknowledged.error} />}
      <Section flush>
        <DataTable
          file={null}
          label={state === 'open' ? 'Open alerts' : 'Past alerts'}
          rowKey="id"
          columns={columns}
          rows={data?.alerts}
          failed={error !== undefined && !isFetching}
          empty={state === 'open' ? 'No open alerts. Every site and the cloud work.' : 'No past alerts yet'}
        />
      </Section>
    </>
  );
}

function sentWords({ told, sentTo }: AlertOfIt): ReactNode {
  if (sentTo.length === 0) return told ? 'No recipients' : '–';
  return sentTo.map(({ name, at, state, reason }) => (
    <span key={name}>
      {state === 'failed' ? `${name}: ${reason ?? 'not sent'}` : name} {state === 'sent' && <RelativeTime time={at} />}
      {state === 'waiting' && 'is being sent'}
    </span>
  ));
}

function stateOf({ seen, escalated, told, cleared, lasting, sentTo }: AlertOfIt): { tone: Tone; words: string } {
  if (seen) return { tone: 'neutral', words: `Seen by ${seen.by}` };
  if (cleared) return { tone: 'go', words: lasting ? 'Fixed' : 'Over' };
  if (!told) return { tone: 'neutral', words: 'Held for quiet hours' };
  if (sentTo.every(({ state }) => state === 'failed')) return { tone: 'stop', words: 'Not sent' };
  if (escalated) return { tone: 'stop', words: 'Escalated' };
  return { tone: 'wait', words: sentTo.some(({ state }) => state === 'sent') ? 'Sent' : 'Being sent' };
}
