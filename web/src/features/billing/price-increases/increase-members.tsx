import { Button, Select } from 'antd';
import { useState } from 'react';
import type { NoticeFilter } from '@washdesk/contracts/billing/plans/increase-notice';
import type { IncreaseMember, IncreaseMemberState, PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Field } from '../../../components/input/field.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { Money } from '../../../domain/money.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { isAtWork, MemberBadge, memberStates, NoticeBadge, noticeStates } from './increase-states.tsx';
import { useIncreaseFileMutation, useIncreaseMembersQuery } from './price-increases-api.ts';
import styles from './price-increases.module.css';

const pageSize = 50;
const workedMs = 5_000;
const openMs = 30_000;
const every = 'every';
const noticeChoices = [
  { value: every, label: 'Any notice status' },
  { value: 'late', label: 'Not notified in time' },
  ...Object.entries(noticeStates).map(([value, [, label]]) => ({ value, label })),
];
const choices = [{ value: every, label: 'All members' }, ...Object.entries(memberStates).map(([value, [, label]]) => ({ value, label }))];

interface MemberFilter {
  state: IncreaseMemberState | undefined;
  notice: NoticeFilter | undefined;
}

/** The members of an increase, each with the current and the new price. */
export function IncreaseMembers({ increase }: { increase: PriceIncreaseDetail }) {
  const [state, setState] = useState(every);
  const [notice, setNotice] = useState(every);
  const [fetchFile, file] = useIncreaseFileMutation();
  const filter: MemberFilter = {
    state: state === every ? undefined : (state as IncreaseMemberState),
    notice: notice === every ? undefined : (notice as NoticeFilter),
  };
  const download = async (): Promise<void> => {
    const { data } = await fetchFile({ params: { id: increase.id }, query: filter });
    if (data === undefined) return;
    saveCsv(`${increase.name}.csv`, data);
    // the file is downloading, so its text can be removed from memory
    file.reset();
  };
  return (
    <Section
      title="Members"
      flush
      actions={
        <Button loading={file.isLoading} aria-label="Download CSV: Members" onClick={() => void download()}>
          Download CSV
        </Button>
      }
    >
      <div className={styles.filters}>
        <Field label="Show">{(control) => <Select {...control} size="large" value={state} options={choices} onChange={setState} />}</Field>
        <Field label="Notice">
          {(control) => <Select {...control} size="large" value={notice} options={noticeChoices} onChange={setNotice} />}
        </Field>
      </div>
      {file.error && <Failure title="Couldn’t download the file" error={file.error} />}
      {/* remounted when the increase changes its state: the last read is older */}
      <MemberPages key={`${state} ${notice} ${increase.state}`} increase={increase} filter={filter} />
    </Section>
  );
}

function MemberPages({ increase: { id, state: of }, filter }: { increase: PriceIncreaseDetail; filter: MemberFilter }) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useIncreaseMembersQuery(
    { params: { id }, query: { ...filter, page: pages.cursor } },
    { pollingInterval: isAtWork(of) ? workedMs : openMs, refetchOnMountOrArgChange: true },
  );
  return (
    <>
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <DataTable
        file={null}
        rowKey="subscription"
        columns={columns}
        rows={data?.members}
        partial={pages.previous !== null || data?.next_page != null}
        failed={error !== undefined && !isFetching}
        empty="No members match"
      />
      <div className={styles.pages}>
        <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching && !data} />
      </div>
    </>
  );
}

const columns: ScreenColumn<IncreaseMember>[] = [
  { title: 'Customer', key: 'customer', render: (_value, { customer, name }) => <CustomerLink id={customer} name={name} /> },
  { title: 'Site', key: 'site', render: (_value, { site }) => (site === null ? '–' : <SiteName site={site} />) },
  { title: 'Plan', dataIndex: 'plan' },
  { title: 'Current price with tax', dataIndex: 'oldTotal', align: 'right', render: (cents: number) => <Money cents={cents} /> },
  { title: 'New price with tax', dataIndex: 'newTotal', align: 'right', render: (cents: number) => <Money cents={cents} /> },
  { title: 'More', key: 'more', align: 'right', render: (_value, { oldTotal, newTotal }) => <Money cents={newTotal - oldTotal} /> },
  {
    title: 'State',
    key: 'state',
    render: (_value, { state, reason }) => (
      <span className={styles.state}>
        <MemberBadge state={state} />
        {reason !== null && <span className={styles.muted}>{reason}</span>}
      </span>
    ),
  },
  {
    title: 'Notice',
    key: 'notice',
    render: (_value, { notice }) =>
      notice && (
        <span className={styles.state}>
          <NoticeBadge {...notice} />
          {notice.told !== null && <SiteTime seconds={Date.parse(notice.told) / 1_000} site={null} />}
          {notice.reason !== null && <span className={styles.muted}>{notice.reason}</span>}
        </span>
      ),
  },
];
