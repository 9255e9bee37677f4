import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Page } from '../../../components/page.tsx';
import { CustomerHead } from './head/customer-head.tsx';
import { CustomerTabs } from './tabs.tsx';

/** One customer: who it is at a glance, and everything else in tabs that load alone. */
export function CustomerPage({ customer }: { customer: CustomerDetail }) {
  return (
    <Page>
      <CustomerHead customer={customer} />
      <CustomerTabs customer={customer} />
    </Page>
  );
}
