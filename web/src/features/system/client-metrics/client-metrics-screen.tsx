import { Button, Popconfirm } from 'antd';
import type { ClientMetric } from '@washdesk/contracts/system/client-metrics';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useClearClientMetricsMutation, useClientMetricsQuery } from './client-metrics-api.ts';
import styles from './client-metrics.module.css';

/** Browsers and programs with their response times (docs/rules/company.md#client-metrics). */
export function ClientMetricsScreen() {
  const { data, error, isFetching, refetch } = useClientMetricsQuery();
  const [clear, cleared] = useClearClientMetricsMutation();
  const { time } = useSiteColumns();
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
          columns={[...clients, time<ClientMetric>('Last access', ({ lastaccess }) => Date.parse(lastaccess) / 1_000), average]}
          rows={data?.clients}
          failed={error !== undefined}
          empty="No requests since the metrics were cleared"
        />
      </Section>
    </Page>
  );
}

const clientOf = ({ useragent: agent }: ClientMetric): string => agent || 'Unknown client';

const clients: Column<ClientMetric>[] = [
  { title: 'Address', dataIndex: 'ip', value: ({ ip }) => ip, render: (ip: string) => <code>{ip}</code> },
  { title: 'Who', dataIndex: 'name', render: (name: string | null) => name ?? '–' },
  {
    title: 'Client',
    dataIndex: 'useragent',
    value: clientOf,
    render: (_agent, client) => <span className={styles.agent}>{clientOf(client)}</span>,
  },
];

const average: Column<ClientMetric> = {
  title: 'Average response',
  dataIndex: 'average',
  align: 'right',
  render: (ms: number) => `${ms.toLocaleString('en-US')} ms`,
};
