import { chargeMode } from '@washdesk/rules/billing/charges';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { PaymentWish } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { ConfirmAmount, needsConfirmation } from '../../../domain/charging/confirm-amount.tsx';
import { noTerminal, selectWorkplace } from '../../../lib/workplace.ts';
import { ChargeButtons } from './charge-buttons.tsx';
import { ChargeFields } from './charge-fields.tsx';
import styles from './office-charge.module.css';
import { amountOf, chargeOf, problemsOf, type OfficeChargeForm } from './office-charge-form.ts';

interface ChargeFormProps {
  form: OfficeChargeForm;
  looking: boolean;
  /** The card is being read in a dialog. */
  paused: boolean;
  onChange: (form: OfficeChargeForm) => void;
  onClear: () => void;
  onCharge: (wish: Omit<PaymentWish, 'key'>, way: 'reader' | 'form') => Promise<void>;
}

/** What is charged, with what it is for, and the button for the card. */
export function ChargeForm({ form, looking, paused, onChange, onClear, onCharge }: ChargeFormProps) {
  const [tried, setTried] = useState(false);
  const [confirmedFor, setConfirmedFor] = useState<number | null>(null);
  const amountCents = amountOf(form);
  const unconfirmed = needsConfirmation(amountCents) && confirmedFor !== amountCents;
  const problems = problemsOf(form);
  const { readerId } = useSelector(selectWorkplace);
  const hasReader = readerId !== null && readerId !== noTerminal;

  const charge = (): void => {
    if (looking || paused) return;
    setTried(true);
    if (Object.keys(problems).length > 0 || unconfirmed) return;
    void onCharge({ ...chargeOf(form), ...(needsConfirmation(amountCents) && { confirm: true }) }, hasReader ? 'reader' : 'form');
  };
  const clear = (): void => {
    setTried(false);
    setConfirmedFor(null);
    onClear();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        charge();
      }}
    >
      <ChargeFields form={form} problems={tried ? problems : {}} onChange={onChange} />
      <div className={styles.notes}>
        {amountCents > 0 && chargeMode(amountCents) === 'setup' && (
          <p>Up to $0.50 no money moves: the card is only kept, and that needs a customer.</p>
        )}
        <ConfirmAmount
          amountCents={amountCents}
          checked={confirmedFor === amountCents}
          onChange={(checked) => setConfirmedFor(checked ? amountCents : null)}
        />
        <p role="alert">{tried && unconfirmed && 'Please confirm the amount first.'}</p>
      </div>
      <ChargeButtons hasReader={hasReader} ready={amountCents > 0} looking={looking} paused={paused} onCharge={charge} onClear={clear} />
    </form>
  );
}
