import type { Customer } from '@washdesk/contracts/members/customer';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { Alert, Descriptions } from 'antd';
import { Page } from '../../../components/page.tsx';
import { Section } from '../../../components/section.tsx';
import { vehicleOf } from '../../../domain/membership.ts';
import { PaymentCard } from '../../../domain/payment-card.tsx';
import { Plate } from '../../../domain/plate.tsx';
import { TagChip } from '../../../domain/tag-chip.tsx';
import styles from './customer-profile.module.css';
import { PlanCard } from './plan-card.tsx';

const deletedSentence = 'Customer has been deleted and cannot be signed up for a subscription';

/** One customer at a glance. */
export function CustomerProfile({ customer }: { customer: Customer }) {
  const { plate, tag, vehicle } = vehicleOf(customer);
  return (
    <Page title={customer.name ?? 'No name'}>
      {customer.deleted && <Alert className={styles.deleted} type="error" showIcon title={deletedSentence} />}
      <div className={styles.cards}>
        <Section title="Vehicle">
          <div className={styles.codes}>
            {plate === '' ? <span className={styles.none}>No plate</span> : <Plate code={plate} size="large" />}
            {tag === '' ? <span className={styles.none}>No tag</span> : <TagChip code={tag} />}
          </div>
          <p className={styles.vehicle}>{vehicle || 'No vehicle on record'}</p>
        </Section>
        <PlanCard customer={customer} />
        <Section title="Contact">
          <Descriptions
            column={1}
            size="small"
            colon={false}
            styles={{ label: { color: 'var(--muted)', width: 72 } }}
            items={contactOf(customer)}
          />
        </Section>
      </div>
    </Page>
  );
}

function contactOf({ phone, email, cards }: Customer) {
  return [
    { key: 'phone', label: 'Phone', children: phone ? formatPhone(phone) : 'None' },
    { key: 'email', label: 'E-mail', children: email === null ? 'None' : <Email address={email} /> },
    {
      key: 'card',
      label: 'Card',
      children: cards.length === 0 ? 'None' : cards.map((card) => <PaymentCard key={`${card.brand}${card.last4}`} {...card} />),
    },
  ];
}

/** Breaks before the domain, where it does not fit in one line. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
