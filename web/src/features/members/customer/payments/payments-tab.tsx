import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { ModeTabs } from '../../../../components/navigation/mode-tabs.tsx';
import { customerDifferencesPath } from '../../../../lib/paths.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { ChargesList } from './charges-list.tsx';
import { CreditSection } from './credit-section.tsx';
import { InvoicesList } from './invoices-list.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import styles from './payments.module.css';

const lists = { invoices: 'Stripe Invoices', charges: 'Stripe Charges' };

/** The customer's payment methods, invoices and charges. */
export function PaymentsTab({ customer }: { customer: CustomerDetail }) {
  const [list, setList] = useState<keyof typeof lists>('invoices');
  const seesDifferences = useAtLeast('Admin');
  return (
    <div className={styles.tab}>
      <CreditSection customer={customer} />
      <PaymentMethods customer={customer} />
      <div>
        <ModeTabs label="Invoices or charges" modes={lists} active={list} onChange={setList}>
          {list === 'invoices' ? <InvoicesList customer={customer} /> : <ChargesList customer={customer} />}
        </ModeTabs>
      </div>
      {seesDifferences && (
        <p>
          Does Stripe have the same? <Link to={customerDifferencesPath(customer.id)}>Compare the systems</Link>
        </p>
      )}
    </div>
  );
}
