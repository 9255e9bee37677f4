import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import type { Sale } from '@washdesk/contracts/sites/sale';
import { listSales } from '@washdesk/contracts/sites/sale';
import { searchValueMissing } from '@washdesk/rules/customers/search-term';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { useSalesQuery } from './isi-api.ts';
import { SaleDialog } from './sale-dialog.tsx';
import { SaleState, saleStateWords } from './sale-state.tsx';
import styles from './isi.module.css';

const typed = z.object({ code: z.string().regex(/\S/, searchValueMissing) }).pipe(z.object({ code: listSales.query.shape.code }));

/** Sales of a plate or an unlimited number, newest first. */
export function SaleLookup() {
  const [search, setSearch] = useState<{ code: string; round: number } | null>(null);
  const [opened, setOpened] = useState<Sale | null>(null);
  const form = useZodForm({
    schema: typed,
    initial: { code: '' },
    onSubmit: ({ code }) => setSearch((before) => ({ code, round: (before?.round ?? 0) + 1 })),
  });
  useHotkey(opened === null ? 'F2' : null, form.submit);
  return (
    <div className={styles.found}>
      <form className={styles.search} role="search" aria-label="Sales in Sitewatch" noValidate onSubmit={form.submit}>
        <TextField
          control={form.control}
          name="code"
          label="Plate or tag"
          hint="Such as ABC123-IL or 12345+678901"
          maxLength={20}
          spellCheck={false}
          autoFocus
          onType={(text) => form.change({ code: text.toUpperCase() })}
        />
        <Button type="primary" size="large" htmlType="submit" aria-keyshortcuts="F2">
          Search
          <KeyHint>F2</KeyHint>
        </Button>
      </form>
      {search && <SalesFound key={search.round} code={search.code} onOpen={setOpened} />}
      {opened && <SaleDialog sale={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function SalesFound({ code, onOpen }: { code: string; onOpen: (sale: Sale) => void }) {
  const { data, error, isFetching, refetch } = useSalesQuery({ query: { code } }, { refetchOnMountOrArgChange: true });
  const { time } = useSiteColumns();
  if (isFetching) return <Searching />;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || data.count === 0) return <NothingFound>No Records Found</NothingFound>;
  const columns: Column<Sale>[] = [
    time<Sale>('Date', ({ CREATED }) => Date.parse(CREATED) / 1_000, { siteOf: ({ SITE }) => SITE }),
    { title: 'Site', dataIndex: 'SITENAME' },
    { title: 'Terminal', dataIndex: 'TERMINAL' },
    { title: 'Employee', dataIndex: 'EMPLOYEE', align: 'right' },
    {
      title: 'Plate or tag',
      dataIndex: 'CODE',
      card: 'hidden',
      value: ({ CODE }) => CODE,
      render: (found: string | null) => found && <VehicleCode code={found} />,
    },
    { title: 'Plan', dataIndex: 'PLANNAME' },
    moneyColumn<Sale>('Total', ({ TOTAL }) => TOTAL),
    {
      title: 'State',
      key: 'state',
      card: 'end',
      value: ({ STATUSCODE }) => saleStateWords(STATUSCODE),
      render: (_, { STATUSCODE }) => <SaleState code={STATUSCODE} />,
    },
    {
      title: 'Actions',
      key: 'actions',
      align: 'right',
      render: (_, sale) => (
        <Button aria-label={`Details of sale ${sale.SALEID}`} onClick={() => onOpen(sale)}>
          Details
        </Button>
      ),
    },
  ];
  return (
    <Section title={`Sales of ${code} (${data.count})`} flush>
      <DataTable
        file="sales-of-plate"
        rowKey={({ SITE, SALEID }) => `${SITE} ${SALEID}`}
        columns={columns}
        rows={data.sales}
        empty="Nothing found"
      />
    </Section>
  );
}
