import type { SignatureRequest } from '@washdesk/contracts/members/signature';
import { Money } from '../components/money.tsx';
import { Notice } from '../components/notice.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { useTexts } from './texts/texts.ts';
import styles from './signature.module.css';

interface ListStepProps {
  requests: readonly SignatureRequest[];
  isOnline: boolean;
  /** Signatures that wait for the connection. */
  unsent: number;
  /** A sentence about the agreement that was open. */
  note: string | null;
  takesFocus: boolean;
  onOpen: (id: string) => void;
}

/** The agreements that wait at this tablet. */
export function ListStep({ requests, isOnline, unsent, note, takesFocus, onOpen }: ListStepProps) {
  const { list, offline } = useTexts();
  const isEmpty = requests.length === 0;
  return (
    <main className={`page ${styles.step} ${isEmpty ? styles.idle : ''}`}>
      <StepHeading takesFocus={takesFocus}>{isEmpty ? list.empty : list.heading}</StepHeading>
      {isEmpty && <p className={styles.hint}>{list.emptyHint}</p>}
      {note && <Notice kind="info">{note}</Notice>}
      {!isOnline && <Notice kind="info">{offline}</Notice>}
      {unsent > 0 && <Notice kind="info">{list.unsent(unsent)}</Notice>}
      {!isEmpty && (
        <ul className={styles.list}>
          {requests.map(({ id, plate, item, price, total = price }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.request}
                aria-label={list.open(plate ?? list.noPlate, item)}
                onClick={() => onOpen(id)}
              >
                <span className={styles.plate}>{plate ?? list.noPlate}</span>
                <span className={styles.item}>{item}</span>
                <Money cents={total} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
