import { Button } from 'antd';
import { useState } from 'react';
import type { DifferenceView } from '@washdesk/contracts/system/reconcile';
import { differenceKinds, isRepairable } from '@washdesk/rules/reconcile/difference-kinds';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { sidesOf, stateOf } from './difference-words.ts';
import { DismissDifferenceDialog } from './dismiss-difference-dialog.tsx';
import { useRepairDifferenceMutation, useUndoRepairMutation } from './reconcile-api.ts';
import styles from './reconcile.module.css';

/** A difference: what both sides have, the cause, and what can be done. */
export function DifferenceCard({ difference }: { difference: DifferenceView }) {
  const { id, kind, customer, name, about, fields, cause, state, found, settled, by, why, repairing, failure } = difference;
  const { title } = differenceKinds[kind];
  const { right, wrong } = sidesOf(difference);
  const { tone, words } = stateOf(difference);
  const [repairOne, repaired] = useRepairDifferenceMutation();
  const [undoOne, undone] = useUndoRepairMutation();
  const [isDismissing, setDismissing] = useState(false);
  const shownName = name ?? customer ?? 'No name';
  const act = async (change: typeof repairOne | typeof undoOne, done: string): Promise<void> => {
    const answer = await change({ params: { id } });
    if (answer.data) showToast(`${shownName}: ${done}`);
  };
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.name}>{customer === null ? shownName : <CustomerLink id={customer} name={shownName} />}</h3>
        {about && <span className={styles.about}>{about}</span>}
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </header>
      <table className={styles.sides}>
        <caption className={styles.hidden}>{`${title}: ${shownName}`}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{right}</th>
            <th scope="col">{wrong}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.name}</th>
              <td className={styles.right}>{field.right ?? 'Nothing'}</td>
              <td className={styles.wrong}>{field.wrong ?? 'Nothing'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.cause}>
        {state === 'open' && <>Cause: {cause ?? 'unknown'}. </>}
        {settled === null ? (
          <>
            Found <RelativeTime time={found} />.
          </>
        ) : (
          <>
            {title}. {words} <RelativeTime time={settled} />
            {by && state !== 'gone' && ` by ${by}`}
            {why && `: ${why}`}.
          </>
        )}
      </p>
      {failure && <p className={styles.failure}>Not repaired: {failure}</p>}
      {repaired.isError && <Failure title="Couldn’t repair it" error={repaired.error} />}
      {undone.isError && <Failure title="Couldn’t undo the repair" error={undone.error} />}
      <div className={styles.actions}>
        {state === 'open' && isRepairable(kind) && (
          <Button
            aria-label={`Repair: ${shownName}`}
            loading={repaired.isLoading}
            disabled={repairing}
            onClick={() => void act(repairOne, 'repaired')}
          >
            Repair
          </Button>
        )}
        {state === 'open' && (
          <Button aria-label={`Dismiss: ${shownName}`} disabled={repairing} onClick={() => setDismissing(true)}>
            Dismiss
          </Button>
        )}
        {state === 'repaired' && (
          <Button aria-label={`Undo Repair: ${shownName}`} loading={undone.isLoading} onClick={() => void act(undoOne, 'repair undone')}>
            Undo Repair
          </Button>
        )}
      </div>
      {isDismissing && <DismissDifferenceDialog id={id} title={title} name={shownName} onClose={() => setDismissing(false)} />}
    </li>
  );
}
