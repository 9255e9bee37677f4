import { Checkbox, type CheckboxRef } from 'antd';
import type { Ref } from 'react';
import { confirmationMinCents } from '@washdesk/rules/billing/charges';
import { centsToDollars } from '@washdesk/rules/billing/money';

export interface ConfirmAmountProps {
  amountCents: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
  box?: Ref<CheckboxRef>;
}

/** Whether an amount needs confirmation: from 500 dollars. */
export const needsConfirmation = (amountCents: number): boolean => amountCents >= confirmationMinCents;

/** The checkbox that confirms a large charge; renders nothing for a smaller one. */
export function ConfirmAmount({ amountCents, checked, onChange, box }: ConfirmAmountProps) {
  if (!needsConfirmation(amountCents)) return null;
  return (
    <Checkbox ref={box} checked={checked} onChange={(event) => onChange(event.target.checked)}>
      I confirm the charge of {centsToDollars(amountCents)}
    </Checkbox>
  );
}
