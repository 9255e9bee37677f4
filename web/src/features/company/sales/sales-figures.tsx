import { Link } from 'react-router-dom';
import type { EmployeeSales, SoldList } from '@washdesk/contracts/company/sales';
import { addDays, formatDateUs } from '@washdesk/rules/dates/dates';
import { earlyDays, salesDefinitions } from '@washdesk/rules/plans/plan-sales';
import { grouped } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { FileButton } from '../../../components/data/file-button.tsx';
import { Section } from '../../../components/layout/section.tsx';
import styles from './sales.module.css';

export interface Figures {
  signUps: number;
  upgrades: number;
  left: number;
}

/** Formats the share as '12.5%'; a dash if nothing was sold. */
export const rateOf = ({ left, signUps }: Figures): string => (signUps === 0 ? '–' : `${((left / signUps) * 100).toFixed(1)}%`);

export const listTitles: Record<SoldList, string> = {
  signUps: 'Sign-ups',
  upgrades: 'Upgrades',
  left: `Canceled within ${earlyDays} days`,
};

/** The figures of the whole period, each with its meaning and a link to its list. */
export function SalesFigures({ total, listAt }: { total: Figures; listAt: (list: SoldList) => string }) {
  return (
    <Section>
      <dl className={styles.figures}>
        {(Object.keys(listTitles) as SoldList[]).map((list) => (
          <div key={list} className={styles.figure}>
            <dt>{listTitles[list]}</dt>
            <dd>
              <Link className={styles.number} to={listAt(list)} aria-label={`${listTitles[list]}: ${grouped(total[list])}`}>
                {grouped(total[list])}
              </Link>
              {list === 'left' && <span className={styles.rate}>{rateOf(total)} of sign-ups</span>}
            </dd>
            <dd className={styles.definition}>{salesDefinitions[list]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Shows which sign-ups can still count as canceled early: their figure is not final. */
export function StillOpen({ today, to }: { today: string; to: string }) {
  const since = addDays(today, -earlyDays);
  if (to < since) return null;
  return (
    <p className={styles.note}>
      Sign-ups since {formatDateUs(since)} can still cancel within {earlyDays} days.
    </p>
  );
}

type Reason = EmployeeSales['reasons'][number];

interface ReasonsProps {
  data: EmployeeSales;
  listAt: (reason: string) => string;
}

/** The reasons of early cancellations, most frequent first. */
export function LeavingReasons({ data: { reasons, from, to }, listAt }: ReasonsProps) {
  const all = reasons.reduce((sum, { left }) => sum + left, 0);
  const most = reasons[0]?.left ?? 1;
  const share = ({ left }: Reason): string => `${Math.round((left / all) * 100)}%`;
  const columns: Column<Reason>[] = [
    { title: 'Reason', dataIndex: 'reason' },
    { title: 'Canceled', dataIndex: 'left' },
    { title: 'Share', key: 'share', render: (_value, reason) => share(reason) },
  ];
  const file = <FileButton file={`cancellation-reasons-${from}-${to}`} label="Cancellation reasons" columns={columns} rows={reasons} />;
  return (
    <Section title="Cancellation reasons" actions={reasons.length > 0 && file}>
      <p className={styles.definition}>{salesDefinitions.reasons}</p>
      {reasons.length === 0 ? (
        <p role="status">No sign-ups in this period canceled within {earlyDays} days.</p>
      ) : (
        <table className={styles.reasons}>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Canceled</th>
              <th scope="col">Share</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ reason, left }) => (
              <tr key={reason}>
                <th scope="row">
                  <Link to={listAt(reason)}>{reason}</Link>
                </th>
                <td>{grouped(left)}</td>
                <td>{share({ reason, left })}</td>
                <td aria-hidden="true" className={styles.barCell}>
                  <div className={styles.bar} style={{ width: `${(left / most) * 100}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
