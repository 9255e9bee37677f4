import { Button } from 'antd';
import { formatPhone, toE164 } from '@washdesk/rules/customers/phones';
import { nameOf } from './use-payment-link.tsx';

interface CallButtonProps {
  row: { name: string | null; phone: string | null };
}

/** Calls the customer from a phone, or from a computer that has a phone program; absent without a number. */
export function CallButton({ row }: CallButtonProps) {
  const number = row.phone && toE164(row.phone);
  if (!number) return null;
  return (
    <Button href={`tel:${number}`} aria-label={`Call ${nameOf(row)}: ${formatPhone(number)}`}>
      Call
    </Button>
  );
}
