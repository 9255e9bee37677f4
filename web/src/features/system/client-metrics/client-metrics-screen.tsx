import { Button, Popconfirm } from 'antd';
import type { ClientMetric } from '@washdesk/contracts/system/client-metrics';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useClearClientMetricsMutation, useClientMetricsQuery } from './client-metrics-api.ts';
import styles from './client-metrics.module.css';

/** Browsers and programs with their response times (docs/rules/company.md#client-metrics). */
export function ClientMetricsScreen() {
  const { data, error, isFetching, refetch } = useClientMetricsQuery();
  const [clear, cleared] = useClearClientMetricsMutation();
  const clearAll = async (): Promise<void> => {
    if ((await clear()).data) showToast('Client metrics cleared');
  };
  return (
    <Page
      title="Client metrics"
      actions={
        <span className={styles.actions}>
          <Button loading={isFetching && data !== undefined} onClick={() => void refetch()}>
            Refresh
          </Button>
          <Popconfirm
            title="Clear the client metrics?"
            description="New metrics are collected from now on."
            placement="bottomRight"
            okText="Clear"
            okButtonProps={{ danger: true }}
            onConfirm={() => void clearAll()}
          >
            <Button danger loading={cleared.isLoading}>
              Clear Metrics
            </Button>
          </Popconfirm>
        </span>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {cleared.error && <Failure title="Couldn’t clear the metrics" error={cleared.error} />}
      <Section flush>
        <DataTable
          file="client-metrics"
          rowKey={({ ip, useragent }) => `${ip} ${useragent}`}
          columns={facts}
          rows={data?.clients}
          failed={error !== undefined}
          empty="No requests since the metrics were cleared"
        />
      </Section>
    </Page>
  );
}

const facts: Column<ClientMetric>[] = [
  { title: 'Address', dataIndex: 'ip', render: (ip: string) => <code>{ip}</code> },
  { title: 'Who', dataIndex: 'name', render: (name: string | null) => name ?? '–' },
  {
    title: 'Client',
    dataIndex: 'useragent',
    render: (agent: string) => <span className={styles.agent}>{agent || 'Unknown client'}</span>,
  },
  {
    title: 'Last access',
    dataIndex: 'lastaccess',
    render: (time: string) => <SiteTime seconds={Date.parse(time) / 1_000} site={null} />,
  },
  {
    title: 'Average response',
    dataIndex: 'average',
    align: 'right',
    render: (average: number) => `${average.toLocaleString('en-US')} ms`,
  },
];
