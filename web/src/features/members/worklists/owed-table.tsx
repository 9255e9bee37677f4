import type { ReactNode } from 'react';
import type { ActionsColumn } from '../../../components/data/columns.ts';
import { CallButton } from './call-button.tsx';
import { usePaymentLink, type Owed } from './use-payment-link.tsx';
import { WorklistTable, type WorklistTableProps } from './worklist-table.tsx';
import styles from './worklists.module.css';

interface OwedTableProps<Row> extends Omit<WorklistTableProps<Row>, 'rowKey'> {
  /** The button that settles a row, after those that reach the customer. */
  renderAction: (row: Row) => ReactNode;
}

/** A worklist of plans with an unpaid invoice: a row's customer is called, or texted the link to pay. */
export function OwedTable<Row extends Owed>({ columns, renderAction, ...list }: OwedTableProps<Row>) {
  const link = usePaymentLink();
  const actions: ActionsColumn<Row> = {
    title: 'Actions',
    key: 'actions',
    render: (_none, row) => (
      <span className={styles.actions}>
        <CallButton row={row} />
        {link.button(row)}
        {renderAction(row)}
      </span>
    ),
  };
  return (
    <>
      {link.outcome}
      <WorklistTable<Row> {...list} rowKey="subscription" columns={[...columns, actions]} />
    </>
  );
}
