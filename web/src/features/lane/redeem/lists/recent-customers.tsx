import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { latestRecent, type RedeemStatus } from '@washdesk/rules/lane/redeem';
import { paymentDueLabel } from '@washdesk/rules/plans/statuses';
import { counted } from '@washdesk/rules/text/counts';
import type { ScreenColumn } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { RelativeTime } from '../../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import { customerPath, paths } from '../../../../lib/paths.ts';
import type { RecentCustomer } from '../redeem-state.ts';
import styles from './recent-customers.module.css';

const tones: Record<RedeemStatus, Tone> = { Active: 'go', 'Not Active': 'stop', 'Not Found': 'stop' };

const columnsWith = (undo: Undo): ScreenColumn<RecentCustomer>[] => [
  {
    title: 'Plate/Tag',
    key: 'code',
    card: 'title',
    render: (_none, { code }) => <VehicleCode code={code} />,
  },
  {
    title: 'Redeemed',
    key: 'redeemed',
    card: 'plain',
    render: (_none, { redeemedAt, name }) => (
      <div className={styles.who}>
        {name !== null && <span className={styles.name}>{name}</span>}
        <RelativeTime time={redeemedAt} />
      </div>
    ),
  },
  { title: 'Status', key: 'status', card: 'end', render: (_none, entry) => <Status entry={entry} /> },
  {
    title: 'Action',
    key: 'actions',
    render: (_none, entry) => <RowAction entry={entry} {...undo} />,
  },
];

export interface Undo {
  /** Usages that can still be undone. */
  undoable: readonly string[];
  onUndo: (usageId: string) => void;
}

/** The last 10 customers within the redeem window (docs/rules/lane.md#recent-customers). */
export function RecentCustomers({ entries, windowMs, ...undo }: { entries: readonly RecentCustomer[]; windowMs: number } & Undo) {
  const shown = latestRecent(entries);
  const empty = `No customers in the last ${counted(Math.round(windowMs / 60_000), 'minute')}`;
  return <DataTable rowKey="id" columns={columnsWith(undo)} rows={shown} empty={empty} file={null} />;
}

function Status({ entry: { status, isPaymentDue } }: { entry: RecentCustomer }) {
  if (isPaymentDue) return <StatusBadge tone="wait">{paymentDueLabel}</StatusBadge>;
  return <StatusBadge tone={tones[status]}>{status}</StatusBadge>;
}

/** Undo while it is possible, then the link to the customer. */
function RowAction({ entry, undoable, onUndo }: { entry: RecentCustomer } & Undo) {
  if (!undoable.includes(entry.id)) return <OpenLink entry={entry} />;
  return (
    <Button onClick={() => onUndo(entry.id)} aria-label={`Undo ${entry.code}`}>
      Undo
    </Button>
  );
}

/** If the screen does not have the customer's id, the link searches for the code. */
function OpenLink({ entry }: { entry: RecentCustomer }) {
  const target =
    entry.customerId === null ? `${paths.search}?searchString=${encodeURIComponent(entry.code)}` : customerPath(entry.customerId);
  return (
    <Link className={styles.action} to={target} aria-label={`${entry.customerId === null ? 'Search' : 'Open'} ${entry.code}`}>
      {entry.customerId === null ? 'Search' : 'Open'}
    </Link>
  );
}
