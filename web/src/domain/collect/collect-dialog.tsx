import { useState } from 'react';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { useCustomerInvoicesQuery } from './collect-api.ts';
import { openInvoices } from './open-invoices.ts';
import { PayAllDialog } from './pay-all-dialog.tsx';

interface CollectDialogProps {
  customer: string;
  subscription: string;
  onClose: () => void;
}

/** Collects a plan's open invoices with a stored card, from a list. */
export function CollectDialog({ customer, subscription, onClose }: CollectDialogProps) {
  const { data, error, isFetching } = useCustomerInvoicesQuery({ params: { id: customer } }, { refetchOnMountOrArgChange: true });
  /** Fixed, because a payment changes the list. */
  const [invoices, setInvoices] = useState<readonly CustomerInvoice[] | null>(null);
  if (data && !isFetching && invoices === null) setInvoices(openInvoices(data.invoices, subscription));
  return <PayAllDialog customer={customer} invoices={invoices} failure={isFetching ? undefined : error} onClose={onClose} />;
}
