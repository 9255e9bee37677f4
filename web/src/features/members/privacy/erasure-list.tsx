import { Table, type TableColumnsType } from 'antd';
import type { ErasureView } from '@washdesk/contracts/members/privacy';
import { emptyText } from '../../../components/data/empty-text.ts';
import { rowCards } from '../../../components/data/row-cards.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useErasuresQuery } from './privacy-api.ts';
import styles from './privacy.module.css';

const refreshMs = 10_000;

/** The latest erasures with their steps, refreshed while one is open. */
export function ErasureList() {
  const { data, error, refetch } = useErasuresQuery({}, { pollingInterval: refreshMs, skipPollingIfUnfocused: true });
  if (error && !data) return <Failure title="Couldn’t load the erasures" error={error} onRetry={() => void refetch()} />;
  return (
    <Section title="Erasures" flush>
      <Table
        rowKey="id"
        size="middle"
        {...rowCards(columns)}
        dataSource={data?.erasures ?? []}
        loading={!data}
        pagination={{ hideOnSinglePage: true, pageSize: 20 }}
        scroll={{ x: 'max-content' }}
        locale={emptyText(data, 'No customers have been erased')}
      />
    </Section>
  );
}

const columns: TableColumnsType<ErasureView> = [
  { title: 'Requested', dataIndex: 'asked', render: (asked: string) => <SiteTime seconds={Date.parse(asked) / 1_000} site={null} /> },
  { title: 'By', dataIndex: 'askedBy' },
  { title: 'Customer', key: 'customer', render: (_value, { customer, alias }) => <code>{customer ?? alias}</code> },
  { title: 'Steps', key: 'steps', render: (_value, { steps }) => <Steps steps={steps} /> },
  { title: 'Rows', dataIndex: 'rows', align: 'right' },
  {
    title: 'Finished',
    dataIndex: 'finished',
    render: (finished: string | null) => (finished ? <SiteTime seconds={Date.parse(finished) / 1_000} site={null} /> : 'In progress'),
  },
];

const tones = { done: 'go', waiting: 'wait', problem: 'stop' } as const;
const words = { done: 'Done', waiting: 'Waiting', problem: 'Needs attention' } as const;

const Steps = ({ steps }: { steps: ErasureView['steps'] }) => (
  <ul className={styles.steps}>
    {steps.map(({ target, state, detail }) => (
      <li key={target}>
        <StatusBadge tone={tones[state]}>{`${target}: ${words[state]}`}</StatusBadge>
        {detail !== null && <span className={styles.detail}>{detail}</span>}
      </li>
    ))}
  </ul>
);
