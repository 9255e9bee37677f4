import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { customerReads, type CustomerRead } from '@washdesk/contracts/members/customer-reads';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../../domain/list-columns.tsx';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

const readsApi = api.injectEndpoints({
  endpoints: (build) => ({ customerReads: build.query({ ...fromContract(customerReads), providesTags: ['Customer'] }) }),
});

const seenIn = ({ opened }: CustomerRead): string => (opened ? 'Customer page' : 'List');

/** Who saw the customer, newest first (docs/rules/access.md#seeing-customers). */
export function ReadsTab({ customer: { id } }: { customer: CustomerDetail }) {
  const answer = readsApi.useCustomerReadsQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  const { time, site } = useSiteColumns();
  const columns: Column<CustomerRead>[] = [
    time('Time', ({ at }) => Date.parse(at) / 1_000, { siteOf: (read) => read.site, card: 'plain' }),
    { title: 'Person', dataIndex: 'name', card: 'title' },
    { title: 'Seen in', key: 'opened', card: 'plain', value: seenIn, render: (_, read) => seenIn(read) },
    site(),
    { title: 'Device', dataIndex: 'device', render: (device) => device ?? 'Not enrolled' },
  ];
  return (
    <Loaded what="the access log" answer={answer}>
      {({ reads, count }) =>
        count === 0 ? (
          <NothingFound>Nobody has seen this customer in the last 400 days</NothingFound>
        ) : (
          <Section flush>
            <DataTable
              file="access-log"
              columns={columns}
              rowKey={({ at, name, device }) => [at, name, device].join(' ')}
              rows={reads}
              empty="Nobody has seen this customer in the last 400 days"
            />
          </Section>
        )
      }
    </Loaded>
  );
}
