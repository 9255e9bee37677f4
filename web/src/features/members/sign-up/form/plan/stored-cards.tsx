import type { CustomerCard } from '@washdesk/contracts/members/customer-parts';
import { Button, Radio, Tag } from 'antd';
import { PaymentCard } from '../../../../../domain/payment-card.tsx';
import { useCustomerCardsQuery } from '../../../../../domain/customer-api.ts';
import type { SignUpCard } from '../../sign-up-form.ts';
import styles from '../sign-up-panel.module.css';

interface StoredCardsProps {
  customer: string;
  /** The card of the form, stored or captured just now. */
  chosen: SignUpCard | null;
  onChoose: (card: SignUpCard) => void;
}

/** The cards that the customer has already, the default one marked: any of them can pay for the plan. Nothing where there is none. */
export function StoredCards({ customer, chosen, onChoose }: StoredCardsProps) {
  const { data, isError, refetch } = useCustomerCardsQuery({ params: { id: customer } });
  const cards = data?.cards.filter(({ details }) => details.last4 !== null) ?? [];
  if (isError) {
    return (
      <p className={styles.stored} role="alert">
        The customer’s stored cards could not be loaded.{' '}
        <Button type="link" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  }
  if (cards.length === 0) return null;
  const choose = (id: unknown): void => {
    const card = cards.find((one) => one.id === id);
    if (card) onChoose(storedChoice(card));
  };
  return (
    <Radio.Group
      className={styles.stored}
      aria-label="Stored cards"
      value={chosen && 'storedCard' in chosen ? chosen.storedCard : null}
      onChange={(event) => choose(event.target.value)}
    >
      {cards.map((card) => (
        <Radio key={card.id} value={card.id}>
          <StoredCardName card={card} />
        </Radio>
      ))}
    </Radio.Group>
  );
}

function StoredCardName({ card: { details, default: isDefault } }: { card: CustomerCard }) {
  const { brand, last4, exp_month: month, exp_year: year } = details;
  return (
    <span className={styles.storedCard}>
      <PaymentCard brand={brand ?? 'Card'} last4={last4 ?? ''} />
      {month !== null && year !== null && (
        <span className={styles.expiry}>{`${String(month).padStart(2, '0')}/${String(year).slice(-2)}`}</span>
      )}
      {isDefault && <Tag>Default</Tag>}
    </span>
  );
}

const storedChoice = ({ id, details: { brand, last4, fingerprint } }: CustomerCard): SignUpCard => ({
  storedCard: id,
  brand,
  last4,
  fingerprint,
});
