import { Verdict, type VerdictProps } from '../components/verdict.tsx';
import styles from './signature.module.css';

type MessageProps = Omit<VerdictProps, 'takesFocus'> & Partial<Pick<VerdictProps, 'takesFocus'>>;

/** A heading and its sentence, where no heading fits. */
export const inOneLine = ({ heading, sentence }: { heading: string; sentence: string }): string => `${heading}. ${sentence}`;

/** A sentence in the middle of the tablet. */
export function Message({ takesFocus = true, ...message }: MessageProps) {
  return (
    <main className={`page narrow ${styles.step} ${styles.message}`}>
      <Verdict takesFocus={takesFocus} {...message} />
    </main>
  );
}
