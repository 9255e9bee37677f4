import { Button } from 'antd';
import type { CustomerCard } from '@washdesk/contracts/members/customer-parts';
import { KeyHint } from '../../../../../components/input/key-hint.tsx';
import { Section } from '../../../../../components/layout/section.tsx';
import { PaymentCard } from '../../../../../domain/cards/payment-card.tsx';
import { StoredCardChoice } from '../../../../../domain/cards/stored-card-choice.tsx';
import { StatusBadge } from '../../../../../domain/status/status-badge.tsx';
import type { SignUpCard } from '../../sign-up-form.ts';
import { fieldId } from '../fields/field-order.ts';
import styles from '../sign-up-panel.module.css';

interface CardSectionProps {
  card: SignUpCard | null;
  /** The id of an existing customer, if any. */
  customer: string | null;
  onChoose: (card: SignUpCard) => void;
  onCapture: () => void;
}

/** The card that pays for the plan. */
export function CardSection({ card, customer, onChoose, onCapture }: CardSectionProps) {
  return (
    <Section title="Card Capture">
      {customer !== null && (
        <StoredCardChoice
          customer={customer}
          chosen={card && 'storedCard' in card ? card.storedCard : null}
          onChoose={(stored) => onChoose(storedChoice(stored))}
        />
      )}
      <div className={styles.card}>
        {card && (
          <StatusBadge tone="go">
            {card.last4 === null ? 'Card captured' : <PaymentCard brand={card.brand ?? 'Card'} last4={card.last4} />}
          </StatusBadge>
        )}
        <Button
          id={fieldId('card')}
          size="large"
          type={card ? 'default' : 'primary'}
          ghost={!card}
          aria-keyshortcuts="F6"
          onClick={onCapture}
        >
          {card ? 'Replace Card' : 'Capture Card'}
          <KeyHint>F6</KeyHint>
        </Button>
      </div>
    </Section>
  );
}

const storedChoice = ({ id, details: { brand, last4, fingerprint } }: CustomerCard): SignUpCard => ({
  storedCard: id,
  brand,
  last4,
  fingerprint,
});
