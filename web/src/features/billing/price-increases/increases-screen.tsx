import { Link } from 'react-router-dom';
import type { PriceIncrease } from '@washdesk/contracts/billing/plans/price-increase';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { countColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { everyPage } from '../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { increasePath, newIncreasePath } from './increase-paths.ts';
import { IncreaseBadge, increaseWords } from './increase-states.tsx';
import { useLazyPriceIncreasesQuery, usePriceIncreasesQuery } from './price-increases-api.ts';

const pageSize = 50;
/** Others start and stop increases too. */
const openMs = 5_000;

/** /office/increase: the bulk price increases (docs/rules/billing.md#bulk-price-increases). */
export function IncreasesScreen() {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = usePriceIncreasesQuery({ query: { page: pages.cursor } }, { pollingInterval: openMs });
  const [read] = useLazyPriceIncreasesQuery();
  const { time } = useSiteColumns();
  return (
    <Page
      title="Price increases"
      actions={
        <LinkButton type="primary" to={newIncreasePath}>
          New Increase
        </LinkButton>
      }
    >
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush>
        <DataTable
          rowKey="id"
          columns={[...columns, time<PriceIncrease>('Created', ({ created }) => Date.parse(created) / 1_000)]}
          rows={data?.increases}
          partial={pages.previous !== null || data?.next_page != null}
          failed={error !== undefined && !isFetching}
          empty="No price increases yet"
          file="price-increases"
          allRows={() =>
            everyPage(
              (page) => read({ query: { page } }).unwrap(),
              ({ increases }) => increases,
            )
          }
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </Page>
  );
}

const columns: Column<PriceIncrease>[] = [
  { title: 'Name', key: 'name', value: ({ name }) => name, render: (_value, { id, name }) => <Link to={increasePath(id)}>{name}</Link> },
  { title: 'Effective date', dataIndex: 'effectiveDate', render: (date: string) => formatDateUs(date) },
  {
    title: 'State',
    key: 'state',
    card: 'end',
    value: ({ state }) => increaseWords(state),
    render: (_value, { state }) => <IncreaseBadge state={state} />,
  },
  countColumn('Members', ({ members }) => members),
  { title: 'Created by', dataIndex: 'createdBy' },
];
