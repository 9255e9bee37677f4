import { Button } from 'antd';
import { useState } from 'react';
import { DetailsList } from '../../../../../components/data/details-list.tsx';
import { KeyHint } from '../../../../../components/input/key-hint.tsx';
import type { CapturedCard } from '../../../../../domain/card-capture/captured-card.ts';
import { CardCaptureDialog } from '../../../../../domain/card-capture/card-capture-dialog.tsx';
import { PaymentCard } from '../../../../../domain/cards/payment-card.tsx';
import { ToneShape } from '../../../../../domain/status/tone-shape.tsx';
import { useHotkey, type Hotkey } from '../../../../../lib/hotkeys/use-hotkey.ts';
import { guidanceFor, outcomeOf, type Remedy } from '../error-guidance.ts';
import { refusalWords } from '../refusal-words.ts';
import type { Refusal, SignUpRunState } from '../run.ts';
import styles from './run-pane.module.css';

const remedies: Readonly<Record<Remedy, { words: string; hotkey: Hotkey | null }>> = {
  anotherCard: { words: 'Try Another Card', hotkey: 'F6' },
  again: { words: 'Try Again', hotkey: 'F2' },
  form: { words: 'Back to the form', hotkey: 'F4' },
  customer: { words: 'Open the customer', hotkey: 'F2' },
};

interface RefusedPaneProps {
  run: SignUpRunState;
  refusal: Refusal;
  onCard: (card: CapturedCard) => void;
  onRemedy: (remedy: Exclude<Remedy, 'anotherCard'>) => void;
}

/** Why the sign-up stopped, and the possible actions. */
export function RefusedPane({ run, refusal, onCard, onRemedy }: RefusedPaneProps) {
  const [capturing, setCapturing] = useState(false);
  const { title, sentence, remedies: offered } = guidanceFor(refusal);
  const { card } = run.form;
  const take = (remedy: Remedy): void => (remedy === 'anotherCard' ? setCapturing(true) : onRemedy(remedy));
  const captured = (taken: CapturedCard): void => {
    setCapturing(false);
    onCard(taken);
  };
  return (
    <section className={`${styles.pane} ${styles.stop}`} role="alert" aria-label={title}>
      <h2 className={styles.title}>
        <ToneShape tone="stop" size={32} />
        {title}
      </h2>
      {refusalWords(refusal)
        .filter((words) => words !== title)
        .map((words) => (
          <p key={words} className={styles.words}>
            {words}
          </p>
        ))}
      <p className={styles.words}>{sentence}</p>
      <div className={styles.actions}>
        {offered.map((remedy, index) => (
          <RemedyButton key={remedy} remedy={remedy} first={index === 0} idle={!capturing} onPress={() => take(remedy)} />
        ))}
      </div>
      {offered.includes('anotherCard') && card?.brand && card.last4 && <PaymentCard brand={card.brand} last4={card.last4} />}
      <Outcome refusal={refusal} />
      {capturing && (
        <CardCaptureDialog customer={run.customer} title="Try Another Card" onCaptured={captured} onClose={() => setCapturing(false)} />
      )}
    </section>
  );
}

function RemedyButton({ remedy, first, idle, onPress }: { remedy: Remedy; first: boolean; idle: boolean; onPress: () => void }) {
  const { words, hotkey } = remedies[remedy];
  useHotkey(idle ? hotkey : null, onPress);
  return (
    <Button size="large" type={first ? 'primary' : 'default'} autoFocus={first} onClick={onPress} aria-keyshortcuts={hotkey ?? undefined}>
      {words}
      {hotkey && <KeyHint>{hotkey}</KeyHint>}
    </Button>
  );
}

/** The responses of Stripe and the card's bank, and the request number for IT. */
function Outcome({ refusal }: { refusal: Refusal }) {
  const outcome = outcomeOf(refusal).map(({ label, value }) => [label, value] as const);
  return <DetailsList facts={[...outcome, ...(refusal.requestId ? [['Request', refusal.requestId] as const] : [])]} />;
}
