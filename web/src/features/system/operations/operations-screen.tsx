import { Button } from 'antd';
import { Link } from 'react-router-dom';
import type { LateOperation } from '@washdesk/contracts/system/operation';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { customerPath } from '../../../lib/paths.ts';
import { useLateOperationsQuery } from './operations-api.ts';

/** Operations whose outcome is late (docs/rules/company.md#late-operations). */
export function OperationsScreen() {
  const { data, error, isFetching, refetch } = useLateOperationsQuery({}, { pollingInterval: 15_000, skipPollingIfUnfocused: true });
  const { time } = useSiteColumns();
  const columns: Column<LateOperation>[] = [
    time<LateOperation>('Started', ({ since }) => Date.parse(since) / 1_000),
    ...facts,
    time<LateOperation>('Next run', ({ nextRun }) => Date.parse(nextRun) / 1_000),
  ];
  return (
    <Page
      title="Operations"
      actions={
        <Button loading={isFetching && data !== undefined} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      <p>
        Each change below was started and has no outcome yet, usually because Stripe or a site doesn’t respond. It resumes automatically and
        is never made twice. Until then, the customer can’t be changed.
      </p>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush>
        <DataTable
          rowKey="id"
          columns={columns}
          rows={data?.rows}
          failed={error !== undefined && !isFetching}
          empty="Every change has its outcome"
          file="operations"
        />
      </Section>
    </Page>
  );
}

const nameOf = ({ name, plate }: LateOperation): string => [name, plate].filter(Boolean).join(', ') || 'Open customer';

const facts: Column<LateOperation>[] = [
  { title: 'Change', dataIndex: 'title', card: 'title' },
  {
    title: 'Customer',
    key: 'customer',
    card: 'plain',
    value: (row) => (row.customer === null ? null : nameOf(row)),
    render: (_value, row) => (row.customer === null ? '–' : <Link to={customerPath(row.customer)}>{nameOf(row)}</Link>),
  },
  { title: 'Started by', dataIndex: 'by' },
  { title: 'Runs', dataIndex: 'runs', align: 'right' },
  { title: 'Last error', dataIndex: 'reason', wraps: true },
];
