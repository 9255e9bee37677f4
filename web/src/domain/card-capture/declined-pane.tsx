import { Button } from 'antd';
import { DetailsList } from '../../components/data/details-list.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import type { Decline } from '../../lib/card-reader/card-collector.ts';
import { cardMessages } from '../../lib/card-reader/card-error.ts';
import { ToneShape } from '../status/tone-shape.tsx';
import styles from './card-dialog.module.css';

/**
 * Shows what to do about a declined card. The cause is under Details: reason, risk level and seller message if the bank sent them,
 * otherwise code and message.
 */
export function DeclinedPane({ decline, onAgain }: { decline: Decline; onAgain: () => void }) {
  return (
    <div className={styles.pane}>
      <h2 className={styles.declined}>
        <ToneShape tone="stop" size={22} />
        The bank declined this card. Ask for another card.
      </h2>
      <p className={styles.note}>{cardMessages.declined}</p>
      <DetailsList facts={factsOf(decline)} />
      <Button type="primary" size="large" block autoFocus onClick={onAgain} aria-keyshortcuts="Enter">
        Try Again or Another Card
        <KeyHint>Enter</KeyHint>
      </Button>
    </div>
  );
}

export function factsOf({ reason, riskLevel, sellerMessage, code, message }: Decline): [string, string][] {
  const outcome = { Reason: reason, 'Risk level': riskLevel, 'Seller message': sellerMessage };
  const error = { Code: code, Message: message };
  const given = (facts: Record<string, string | null>) =>
    Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null);
  return given((reason ?? sellerMessage) ? outcome : error);
}
