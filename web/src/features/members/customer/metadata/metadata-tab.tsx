import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { useCustomerMetadataQuery } from '../customer-screen-api.ts';

const columns: Column<{ key: string; value: string }>[] = [
  { title: 'Key', dataIndex: 'key' },
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
            <DataTable rowKey="key" file="metadata" columns={columns} rows={rows} empty="Nothing found" />
          </Section>
        );
      }}
    </Loaded>
  );
}
