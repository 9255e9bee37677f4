import { CheckOutlined, CreditCardOutlined, LoadingOutlined } from '@ant-design/icons';
import type { CardStep } from '../../lib/card-reader/card-collector.ts';
import styles from './card-steps.module.css';

const readerSteps = ['finding', 'connecting', 'preparing', 'card', 'processing'] as const satisfies readonly CardStep[];
const formSteps = ['preparing'] as const satisfies readonly CardStep[];

const names: Record<CardStep, string> = {
  finding: 'Find reader',
  connecting: 'Connect',
  preparing: 'Prepare',
  card: 'Card',
  processing: 'Process',
};

/** One sentence per step, short enough for a cashier at the car. */
const sentences: Record<CardStep, string> = {
  finding: 'Finding the reader',
  connecting: 'Connecting to the reader',
  preparing: 'Preparing',
  card: 'Present, insert or swipe the card',
  processing: 'Processing',
};

/** The steps of collecting a card, with the current one marked. */
export function CardSteps({ step, reader }: { step: CardStep; reader: boolean }) {
  const steps: readonly CardStep[] = reader ? readerSteps : formSteps;
  const place = steps.indexOf(step);
  return (
    <div className={styles.steps}>
      <p className={styles.sentence}>
        {step === 'card' ? <CreditCardOutlined className={styles.card} /> : <LoadingOutlined />}
        {sentences[step]}
      </p>
      {steps.length > 1 && (
        <ol className={styles.line}>
          {steps.map((name, i) => (
            <li key={name} className={i <= place ? styles.reached : undefined} aria-current={i === place ? 'step' : undefined}>
              <span className={styles.dot}>{i < place ? <CheckOutlined aria-label="done" /> : i + 1}</span>
              {names[name]}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
