import type { SignatureRequest } from '@washdesk/contracts/members/signature';
import { Money } from '../components/money.tsx';
import { Notice } from '../components/notice.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { inOneLine } from './message.tsx';
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
      {isEmpty && <Emblem />}
      <StepHeading takesFocus={takesFocus}>{isEmpty ? list.empty : list.heading}</StepHeading>
      {isEmpty && <p className={styles.hint}>{list.emptyHint}</p>}
      {note && <Notice kind="info">{note}</Notice>}
      {!isOnline && <Notice kind="info">{inOneLine(offline)}</Notice>}
      {unsent > 0 && <Notice kind="info">{list.unsent(unsent)}</Notice>}
      {!isEmpty && (
        <ul className={styles.list}>
          {requests.map(({ id, plate, item, price, total = price }) => (
            <li key={id}>
              <button type="button" className={styles.request} onClick={() => onOpen(id)}>
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

/** A paper with a signature. */
function Emblem() {
  return (
    <svg
      className={styles.emblem}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M10 5h20l8 8v30H10zM30 5v8h8M16 19h16M16 25h16" strokeLinejoin="round" />
      <path d="M16 36c3-5 5-5 5-1s3 3 4 0 2-3 3 0 3 1 4-1" />
    </svg>
  );
}
