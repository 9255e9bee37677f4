import { Button, Radio, Tag } from 'antd';
import { useState } from 'react';
import type { CustomerCard } from '@washdesk/contracts/members/customer-parts';
import { useCustomerCardsQuery } from '../customers/customer-api.ts';
import { PaymentCard } from './payment-card.tsx';
import styles from './stored-card-choice.module.css';

interface StoredCardChoiceProps {
  customer: string;
  /** The reference of the chosen card; null for none of these. */
  chosen: string | null;
  onChoose: (card: CustomerCard) => void;
}

/** Selects one of the customer's cards and Links, with the default one marked. Renders nothing without any. */
export function StoredCardChoice({ customer, chosen, onChoose }: StoredCardChoiceProps) {
  const { data, isError, refetch } = useCustomerCardsQuery({ params: { id: customer } });
  const cards = data?.cards.filter(({ type, details }) => type === 'link' || details.last4 !== null) ?? [];
  if (isError && !data) {
    return (
      <p className={styles.stored} role="alert">
        Couldn’t load the customer’s saved cards.{' '}
        <Button type="link" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  }
  if (cards.length === 0) return null;
  const choose = (id: unknown): void => {
    const card = cards.find((one) => one.id === id);
    if (card) onChoose(card);
  };
  return (
    <Radio.Group className={styles.stored} aria-label="Stored cards" value={chosen} onChange={(event) => choose(event.target.value)}>
      {cards.map((card) => (
        <Radio key={card.id} value={card.id}>
          <StoredCardName card={card} />
        </Radio>
      ))}
    </Radio.Group>
  );
}

interface NamedCard {
  details: Pick<CustomerCard['details'], 'brand' | 'last4' | 'exp_month' | 'exp_year'> & Partial<Pick<CustomerCard['details'], 'email'>>;
  default: boolean;
  expiry?: CustomerCard['expiry'];
}

/** A stored card by brand, last 4 and expiry; a Link by its email address. */
export function StoredCardName({ card: { details, default: isDefault, expiry = null } }: { card: NamedCard }) {
  const { brand, last4, exp_month: month, exp_year: year, email } = details;
  return (
    <span className={styles.storedCard}>
      {last4 === null ? ['Link', email].filter(Boolean).join(' ') : <PaymentCard brand={brand ?? 'Card'} last4={last4} />}
      {month !== null && year !== null && (
        <span className={styles.expiry}>{`${String(month).padStart(2, '0')}/${String(year).slice(-2)}`}</span>
      )}
      {expiry === 'expired' && <Tag color="error">Expired</Tag>}
      {expiry === 'soon' && <Tag color="warning">Expires soon</Tag>}
      {isDefault && <Tag>Default</Tag>}
    </span>
  );
}

/**
 * Returns the stored card that pays: the default one until another is chosen. `asked` is null for the default.
 * @param first a card that is chosen initially
 */
export function useCardChoice(customer: string, first: string | null = null) {
  const { data } = useCustomerCardsQuery({ params: { id: customer } });
  const [asked, setAsked] = useState(first);
  const chosen = asked ?? data?.cards.find((one) => one.default)?.id ?? null;
  return { asked, chosen, isNone: data?.cards.length === 0, choose: ({ id }: CustomerCard) => setAsked(id) };
}
