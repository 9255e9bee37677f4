import { Button, Flex } from 'antd';
import { useState } from 'react';
import type { SiteConfigurationVersion } from '@washdesk/contracts/sites/site-configuration';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { badgeColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useConfigurationHistoryQuery } from './configuration-api.ts';
import { outcomeWords } from './outcome.ts';
import { ChangesDialog, RestoreDialog } from './version-dialogs.tsx';

interface HistoryViewProps {
  site: number;
  /** 0 before the first version. */
  newest: number;
}

type Row = SiteConfigurationVersion;

/** The versions of a site’s configuration, with their changes and restore. */
export function HistoryView({ site, newest }: HistoryViewProps) {
  /** The first version of each page after the first. */
  const [before, setBefore] = useState<number | null>(null);
  const [shown, setShown] = useState<{ dialog: 'changes' | 'restore'; version: Row } | null>(null);
  const { time } = useSiteColumns();
  const query = before === null ? {} : { before: String(before) };
  const { data, error, isFetching, refetch } = useConfigurationHistoryQuery({ params: { site: String(site) }, query });
  const columns: Column<Row>[] = [
    {
      title: 'Version',
      key: 'version',
      card: 'title',
      value: ({ version }) => version,
      render: (_none, { version }) => `Version ${version}`,
    },
    time('Saved', ({ created }) => Date.parse(created) / 1_000, { siteOf: () => site }),
    { title: 'Author', dataIndex: 'author', card: 'plain' },
    { title: 'Reason', dataIndex: 'reason', wraps: true, card: 'plain' },
    badgeColumn('Outcome', ({ outcome }) => outcomeWords[outcome]),
    {
      title: 'Actions',
      key: 'actions',
      align: 'right',
      card: 'actions',
      render: (_none, version) => (
        <Flex gap={8} justify="end" wrap>
          <Button aria-label={`Show changes of version ${version.version}`} onClick={() => setShown({ dialog: 'changes', version })}>
            Show Changes
          </Button>
          {version.version !== newest && (
            <Button aria-label={`Restore version ${version.version}`} onClick={() => setShown({ dialog: 'restore', version })}>
              Restore
            </Button>
          )}
        </Flex>
      ),
    },
  ];
  const close = (): void => setShown(null);
  return (
    <>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush>
        <DataTable
          file={`configuration-versions-${site}`}
          label="Versions"
          rowKey={({ version }) => String(version)}
          columns={columns}
          rows={data?.versions}
          failed={error !== undefined}
          busy={isFetching}
          empty="No versions yet. Each save adds one."
        />
      </Section>
      {(data?.next || before !== null) && (
        <Flex gap={8} justify="center">
          {before !== null && <Button onClick={() => setBefore(null)}>Newest Versions</Button>}
          {data?.next && <Button onClick={() => setBefore(data.next)}>Older Versions</Button>}
        </Flex>
      )}
      {shown?.dialog === 'changes' && <ChangesDialog site={site} version={shown.version} onClose={close} />}
      {shown?.dialog === 'restore' && <RestoreDialog site={site} version={shown.version} newest={newest} onClose={close} />}
    </>
  );
}
