import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { Descriptions } from 'antd';
import { Section } from '../../../../components/section.tsx';
import { vehicleOf } from '../../../../domain/membership.ts';
import { PaymentCard } from '../../../../domain/payment-card.tsx';
import styles from './customer-info.module.css';

/** Contact, address and vehicle. */
export function CustomerInfo({ customer }: { customer: CustomerDetail }) {
  return (
    <div className={styles.cards}>
      <Section title="Contact">
        <Facts facts={contactOf(customer)} />
      </Section>
      <Section title="Vehicle">
        <Facts facts={vehicleFactsOf(customer)} />
      </Section>
    </div>
  );
}

function Facts({ facts }: { facts: { key: string; label: string; children: React.ReactNode }[] }) {
  return <Descriptions column={1} size="small" colon={false} styles={{ label: { color: 'var(--muted)', width: 96 } }} items={facts} />;
}

function contactOf({ phone, email, address, cards }: CustomerDetail) {
  const place = [address?.city, [address?.state, address?.postal_code].filter(Boolean).join(' '), address?.country]
    .filter(Boolean)
    .join(', ');
  return [
    { key: 'phone', label: 'Phone', children: phone ? formatPhone(phone) : 'None' },
    { key: 'email', label: 'E-mail', children: email === null ? 'None' : <Email address={email} /> },
    { key: 'address', label: 'Address', children: place || 'None' },
    {
      key: 'card',
      label: 'Cards',
      children: cards.length === 0 ? 'None' : cards.map((card) => <PaymentCard key={`${card.brand}${card.last4}`} {...card} />),
    },
  ];
}

function vehicleFactsOf(customer: CustomerDetail) {
  const { plate, tag, vehicle } = vehicleOf(customer);
  const kinds = [customer.isTruck && 'Truck', customer.isCommercial && 'Commercial', customer.isBusinessSelect && 'Business Select'];
  return [
    { key: 'plate', label: 'Plate', children: plate || 'None' },
    { key: 'tag', label: 'Tag', children: tag || 'None' },
    { key: 'vehicle', label: 'Vehicle', children: vehicle || 'No vehicle on record' },
    { key: 'kind', label: 'Kind', children: kinds.filter(Boolean).join(', ') || 'Car' },
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
