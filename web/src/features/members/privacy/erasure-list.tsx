import type { ErasureView } from '@washdesk/contracts/members/privacy';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useErasuresQuery } from './privacy-api.ts';
import styles from './privacy.module.css';

const refreshMs = 10_000;

/** The latest erasures with their steps, refreshed while one is open. */
export function ErasureList() {
  const { data, error, refetch } = useErasuresQuery({}, { pollingInterval: refreshMs, skipPollingIfUnfocused: true });
  const { time } = useSiteColumns();
  const columns: Column<ErasureView>[] = [
    time<ErasureView>('Requested', ({ asked }) => Date.parse(asked) / 1_000),
    ...facts,
    time<ErasureView>('Finished', ({ finished }) => (finished === null ? null : Date.parse(finished) / 1_000), { none: 'In progress' }),
  ];
  if (error && !data) return <Failure title="Couldn’t load the erasures" error={error} onRetry={() => void refetch()} />;
  return (
    <Section title="Erasures" flush>
      <DataTable
        rowKey="id"
        columns={columns}
        rows={data?.erasures}
        failed={error !== undefined}
        empty="No customers have been erased"
        file="erasures"
      />
    </Section>
  );
}

const tones = { done: 'go', waiting: 'wait', problem: 'stop' } as const;
const words = { done: 'Done', waiting: 'Waiting', problem: 'Needs attention' } as const;

const facts: Column<ErasureView>[] = [
  { title: 'By', dataIndex: 'askedBy' },
  {
    title: 'Customer',
    key: 'customer',
    card: 'title',
    value: ({ customer, alias }) => customer ?? alias,
    render: (_none, { customer, alias }) => <code>{customer ?? alias}</code>,
  },
  {
    title: 'Steps',
    key: 'steps',
    wraps: true,
    text: ({ steps }) => steps.map(({ target, state }) => `${target}: ${words[state]}`).join('; '),
    render: (_none, { steps }) => <Steps steps={steps} />,
  },
  { title: 'Rows', dataIndex: 'rows', align: 'right' },
];

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
