import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { chargeMode } from '@washdesk/rules/billing/charges';
import type { CardPaymentRequest } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { ConfirmAmount, needsConfirmation } from '../../../domain/charges/confirm-amount.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { noTerminal, selectWorkplace } from '../../../lib/workplace.ts';
import { ChargeButtons } from './charge-buttons.tsx';
import { ChargeFields } from './charge-fields.tsx';
import { amountOf, emptyOfficeCharge, officeCharge, type OfficeCharge, type OfficeChargeForm } from './office-charge-form.ts';
import styles from './office-charge.module.css';

interface ChargeFormProps {
  /** The values entered before a reload. */
  initial: OfficeChargeForm;
  looking: boolean;
  /** The card is being read in a dialog. */
  paused: boolean;
  onChange: (form: OfficeChargeForm) => void;
  onClear: () => void;
  onCharge: (request: Omit<CardPaymentRequest, 'key'>, entryMethod: 'reader' | 'form') => Promise<void>;
}

/** The amount, its purpose, and the button for the card. */
export function ChargeForm({ initial, looking, paused, onChange, onClear, onCharge }: ChargeFormProps) {
  const [confirmedFor, setConfirmedFor] = useState<number | null>(null);
  const { readerId } = useSelector(selectWorkplace);
  const hasReader = readerId !== null && readerId !== noTerminal;

  const charge = async (entered: OfficeCharge): Promise<void> => {
    if (unconfirmed) return;
    await onCharge({ ...entered, ...(needsConfirmation(entered.amount) && { confirm: true }) }, hasReader ? 'reader' : 'form');
  };
  const form = useZodForm({ schema: officeCharge, initial, onChange, onSubmit: charge });
  const amountCents = amountOf(useWatch({ control: form.control, name: 'amount' }));
  const unconfirmed = needsConfirmation(amountCents) && confirmedFor !== amountCents;
  const submit = (): void => {
    if (!looking && !paused) form.submit();
  };
  const clear = (): void => {
    form.reset(emptyOfficeCharge);
    setConfirmedFor(null);
    onClear();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChargeFields control={form.control} />
      <div className={styles.notes}>
        {amountCents > 0 && chargeMode(amountCents) === 'setup' && <p>Amounts up to $0.50 aren’t charged. The card is read only.</p>}
        <ConfirmAmount
          amountCents={amountCents}
          checked={confirmedFor === amountCents}
          onChange={(checked) => setConfirmedFor(checked ? amountCents : null)}
        />
        <p role="alert">{form.formState.isSubmitted && unconfirmed && 'Confirm the amount first.'}</p>
      </div>
      <ChargeButtons hasReader={hasReader} ready={amountCents > 0} looking={looking} paused={paused} onCharge={submit} onClear={clear} />
    </form>
  );
}
