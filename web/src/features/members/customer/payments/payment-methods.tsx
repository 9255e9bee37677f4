import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { attachPaymentMethod, deletePaymentMethod } from '@washdesk/contracts/billing/payment-method';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerCard } from '@washdesk/contracts/members/customer-parts';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { OperationOutcome } from '../../../../domain/actions/operation-outcome.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { CardCaptureDialog } from '../../../../domain/card-capture/card-capture-dialog.tsx';
import { StoredCardName } from '../../../../domain/cards/stored-card-choice.tsx';
import { useCustomerCardsQuery } from '../../../../domain/customers/customer-api.ts';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useAttachCardMutation, useDeleteCardMutation } from './payments-api.ts';
import styles from './payments.module.css';

/** The stored payment methods, the default one, and a button to add one. */
export function PaymentMethods({ customer: { id, deleted } }: { customer: CustomerDetail }) {
  const answer = useCustomerCardsQuery({ params: { id } });
  const [capturing, setCapturing] = useState(false);
  const [attach] = useAttachCardMutation();
  const attaching = useOperation(attachPaymentMethod, attach, () => undefined);
  const capture = (
    <Button type="primary" ghost size="large" loading={attaching.busy} onClick={() => setCapturing(true)}>
      Capture New Card
    </Button>
  );
  return (
    <Section title="Payment Methods" actions={!deleted && capture} flush>
      <div className={styles.message} hidden={!attaching.failure && !attaching.unknown}>
        <OperationOutcome failed="Couldn’t save the card" operation={attaching} />
      </div>
      <Loaded what="payment methods" answer={answer}>
        {({ cards }) =>
          cards.length === 0 ? (
            <p className={styles.none}>No payment methods.</p>
          ) : (
            <ul className={styles.methods} aria-label="Payment methods">
              {cards.map((card) => (
                <PaymentMethod key={card.id} card={card} customer={id} fixed={deleted} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {capturing && (
        <CardCaptureDialog
          customer={id}
          title="Capture New Card"
          onCaptured={({ setupIntent }) => {
            setCapturing(false);
            void attaching.send({ body: { customer: id, setupIntent } });
          }}
          onClose={() => setCapturing(false)}
        />
      )}
    </Section>
  );
}

/** @param fixed whether it is read-only, as for a deleted customer */
function PaymentMethod({ card, customer, fixed }: { card: CustomerCard; customer: string; fixed: boolean }) {
  const sees = useAtLeast('SalesManager');
  const [attach] = useAttachCardMutation();
  const [remove] = useDeleteCardMutation();
  const defaulting = useOperation(attachPaymentMethod, attach, () => undefined);
  const removing = useOperation(deletePaymentMethod, remove, () => undefined);
  const name = nameOf(card);
  const needed = sees ? '' : ' (needs approval)';
  return (
    <>
      <li className={styles.method} aria-label={name}>
        <span className={styles.card}>
          {card.details.last4 === null ? name : <StoredCardName card={card} />}
          <About card={card} />
        </span>
        {!fixed && (
          <span className={styles.actions}>
            {!card.default && (
              <Button
                loading={defaulting.busy}
                onClick={() =>
                  void defaulting.send({ body: { customer, payment_method: card.id, default: true } }, `Set ${name} as the default card`)
                }
              >
                {`Set Default${needed}`}
              </Button>
            )}
            <Popconfirm
              title={`Delete ${name}?`}
              okText="Delete Payment"
              cancelText="Cancel"
              onConfirm={() => void removing.send({ params: { id: card.id }, query: { customerId: customer } }, `Delete ${name}`)}
            >
              <Button danger loading={removing.busy}>{`Delete Payment${needed}`}</Button>
            </Popconfirm>
          </span>
        )}
      </li>
      {[defaulting, removing].map((operation, index) => (
        <li key={index === 0 ? 'default' : 'delete'} className={styles.message} hidden={!operation.failure && !operation.unknown}>
          <OperationOutcome failed="Nothing was changed" operation={operation} />
        </li>
      ))}
    </>
  );
}

/** The card's owner, when it was stored and the results of its checks. */
function About({ card: { billing_details, created, details } }: { card: CustomerCard }) {
  const clock = useSiteClock();
  const checks = details.checks
    ? [
        ['ZIP', details.checks.address_postal_code_check],
        ['CVC', details.checks.cvc_check],
      ].flatMap(([what, result]) => (result === null ? [] : `${what} ${result}`))
    : [];
  const fingerprint = details.fingerprint === null ? null : `fingerprint ${details.fingerprint}`;
  const facts = [
    billing_details.name,
    details.email,
    created === null ? null : `stored ${clock.date(created, null)}`,
    ...checks,
    fingerprint,
  ];
  return <div className={styles.about}>{facts.filter(Boolean).join(' · ')}</div>;
}

function nameOf({ type, details }: CustomerCard): string {
  if (details.last4 !== null) return `${details.brand ?? 'Card'} ${details.last4}`;
  return type === 'link' ? `Link ${details.email ?? ''}`.trim() : 'Other payment method';
}
