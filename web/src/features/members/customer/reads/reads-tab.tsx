import { Table, type TableColumnsType } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { customerReads, type CustomerRead } from '@washdesk/contracts/members/customer-reads';
import { rowCards } from '../../../../components/data/row-cards.ts';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../../domain/sites/site-time.tsx';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';
import { Loaded } from '../loaded.tsx';

const readsApi = api.injectEndpoints({ endpoints: (build) => ({ customerReads: build.query(fromContract(customerReads)) }) });

const columns: TableColumnsType<CustomerRead> = [
  { title: 'Time', key: 'at', width: 200, render: (_, { at, site }) => <SiteTime seconds={Date.parse(at) / 1_000} site={site} /> },
  { title: 'Person', dataIndex: 'name' },
  { title: 'Seen in', key: 'opened', render: (_, { opened }) => (opened ? 'Customer page' : 'List') },
  { title: 'Site', key: 'site', render: (_, { site }) => (site === null ? 'None' : <SiteName site={site} />) },
  { title: 'Device', key: 'device', render: (_, { device }) => device ?? 'Not enrolled' },
];

/** Who saw the customer, newest first (docs/rules/access.md#seeing-customers). */
export function ReadsTab({ customer: { id } }: { customer: CustomerDetail }) {
  const answer = readsApi.useCustomerReadsQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  return (
    <Loaded what="the access log" answer={answer}>
      {({ reads, count }) =>
        count === 0 ? (
          <NothingFound>Nobody has seen this customer in the last 400 days</NothingFound>
        ) : (
          <Section flush>
            <Table
              {...rowCards(columns)}
              size="small"
              rowKey={({ at, name, device }) => [at, name, device].join(' ')}
              dataSource={reads}
              pagination={{ pageSize: 25, hideOnSinglePage: true, showSizeChanger: false }}
            />
          </Section>
        )
      }
    </Loaded>
  );
}
