import { Button, Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router-dom';
import type { LateOperation } from '@washdesk/contracts/system/operation';
import { emptyText } from '../../../components/data/empty-text.ts';
import { rowCards } from '../../../components/data/row-cards.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { customerPath } from '../../../lib/paths.ts';
import { useLateOperationsQuery } from './operations-api.ts';

/** Operations whose outcome is late (docs/rules/company.md#late-operations). */
export function OperationsScreen() {
  const { data, error, isFetching, refetch } = useLateOperationsQuery({}, { pollingInterval: 15_000, skipPollingIfUnfocused: true });
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
        <Table
          rowKey="id"
          size="middle"
          {...rowCards(columns)}
          dataSource={data?.rows ?? []}
          loading={isFetching && !data}
          pagination={{ hideOnSinglePage: true, pageSize: 20, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          locale={emptyText(data, 'Every change has its outcome')}
        />
      </Section>
    </Page>
  );
}

const columns: TableColumnsType<LateOperation> = [
  { title: 'Started', dataIndex: 'since', render: (at: string) => <SiteTime seconds={Date.parse(at) / 1_000} site={null} /> },
  { title: 'Change', dataIndex: 'title' },
  {
    title: 'Customer',
    key: 'customer',
    render: (_value, { customer, name, plate }) =>
      customer === null ? '–' : <Link to={customerPath(customer)}>{[name, plate].filter(Boolean).join(', ') || 'Open customer'}</Link>,
  },
  { title: 'Started by', dataIndex: 'by', render: (by: string | null) => by ?? '–' },
  { title: 'Runs', dataIndex: 'runs', align: 'right' },
  { title: 'Last error', dataIndex: 'reason', render: (reason: string | null) => reason ?? '–' },
  { title: 'Next run', dataIndex: 'nextRun', render: (at: string) => <SiteTime seconds={Date.parse(at) / 1_000} site={null} /> },
];
