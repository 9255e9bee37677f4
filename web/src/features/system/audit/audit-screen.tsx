import { Button } from 'antd';
import { useState } from 'react';
import type { AuditRow, GivenAuditFilter } from '@washdesk/contracts/system/audit';
import { actionInWords, objectInWords, reasonInWords } from '@washdesk/rules/text/audit-kinds';
import { grouped } from '@washdesk/rules/text/counts';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { ActorName } from './actor-name.tsx';
import { useAuditFileMutation, useAuditQuery } from './audit-api.ts';
import { AuditCheckSection } from './audit-check-section.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { AuditFilterForm, noAuditFilter } from './audit-filter-form.tsx';
import { SubjectLink } from './subject-link.tsx';
import styles from './audit.module.css';

const pageSize = 50;

/** All changes with their values before and after, and whether the audit is unchanged (docs/rules/company.md#audit). */
export function AuditScreen() {
  const [search, setSearch] = useState<GivenAuditFilter>(noAuditFilter);
  const [fetchFile, { isLoading, error, reset }] = useAuditFileMutation();
  const download = async (): Promise<void> => {
    const { data } = await fetchFile({ query: search });
    if (data === undefined) return;
    saveCsv('audit.csv', data);
    // the file is downloading, so its text can be removed from memory
    reset();
  };
  return (
    <Page
      wide
      title="Audit"
      actions={
        <Button loading={isLoading} onClick={() => void download()}>
          Download CSV
        </Button>
      }
    >
      <AuditCheckSection />
      {error && <Failure title="Couldn’t export" error={error} />}
      <AuditFilterForm onSearch={setSearch} />
      <AuditPages key={JSON.stringify(search)} search={search} />
    </Page>
  );
}

function AuditPages({ search }: { search: GivenAuditFilter }) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useAuditQuery({ query: { ...search, page: pages.cursor } });
  const [chosen, setChosen] = useState<string | null>(null);
  const words = data && `${grouped(data.count)}${data.more ? ' and more' : ''} ${data.count === 1 ? 'change' : 'changes'}`;
  return (
    <>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush {...(words !== undefined && { title: words })}>
        <DataTable
          rowKey="id"
          columns={[...facts, actionsOf(setChosen)]}
          rows={data?.entries}
          failed={error !== undefined && !isFetching}
          busy={isFetching}
          empty={search === noAuditFilter ? 'No changes yet' : 'No changes match'}
          partial
          file={null}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
      {chosen !== null && <AuditEntryDialog id={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

const facts: ScreenColumn<AuditRow>[] = [
  { title: 'When', dataIndex: 'at', render: (at: string, { site }) => <SiteTime seconds={Date.parse(at) / 1_000} site={site} /> },
  {
    title: 'Who',
    dataIndex: 'actor',
    render: (actor: string, { name, approver, approverName }) => (
      <span className={styles.stack}>
        <ActorName id={actor} name={name} />
        {approver !== null && <span className={styles.muted}>approved by {approverName ?? approver}</span>}
      </span>
    ),
  },
  {
    title: 'What',
    dataIndex: 'action',
    card: 'title',
    wraps: true,
    render: (action: string, { changes }) => (
      <span className={styles.change}>
        <span>{actionInWords(action)}</span>
        {changes.map((change) => (
          <span key={change} className={styles.muted}>
            {change}
          </span>
        ))}
      </span>
    ),
  },
  {
    title: 'Object',
    dataIndex: 'subject',
    render: (_subject, row) => <SubjectLink object={row} />,
  },
  {
    title: 'Where',
    key: 'where',
    render: (_value, { site, device }) => (
      <span className={styles.stack}>
        <span>{site === null ? 'No site' : <SiteName site={site} />}</span>
        {device !== null && <span className={styles.muted}>{device}</span>}
      </span>
    ),
  },
  { title: 'Why', dataIndex: 'why', render: (why: string | null) => why && <span className={styles.why}>{reasonInWords(why)}</span> },
];

const actionsOf = (onShow: (id: string) => void): ScreenColumn<AuditRow> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_value, { id, action, subject, objectName, objectCustomer }) => {
    const { kind, label } = objectInWords(subject, objectName, objectCustomer);
    return (
      <Button aria-label={`Compare before and after: ${actionInWords(action)}, ${kind} ${label}`} onClick={() => onShow(id)}>
        Compare
      </Button>
    );
  },
});
