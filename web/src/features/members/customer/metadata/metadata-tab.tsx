import { Table } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { useCustomerMetadataQuery } from '../customer-screen-api.ts';

const columns = [
  { title: 'Key', dataIndex: 'key', width: 240 },
  { title: 'Value', dataIndex: 'value' },
];

/** The customer's metadata at Stripe, by key. */
export function MetadataTab({ customer }: { customer: CustomerDetail }) {
  const answer = useCustomerMetadataQuery({ params: { id: customer.id }, query: {} });
  return (
    <Loaded what="metadata" answer={answer}>
      {({ metadata }) => {
        const rows = Object.entries(metadata)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([key, value]) => ({ key, value }));
        if (rows.length === 0) return <NothingFound>No Metadata Found</NothingFound>;
        return (
          <Section title={`Metadata (${rows.length})`} flush>
            <Table size="small" rowKey="key" columns={columns} dataSource={rows} pagination={false} />
          </Section>
        );
      }}
    </Loaded>
  );
}
