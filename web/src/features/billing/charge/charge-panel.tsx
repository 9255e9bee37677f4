import { Button, type CheckboxRef, Checkbox } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { ConfirmAmount, needsConfirmation } from '../../../domain/charges/confirm-amount.tsx';
import { Money } from '../../../domain/money.tsx';
import { useFlag } from '../../../lib/flags.ts';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { ChangeAmount } from './change-amount.tsx';
import { SaleFacts, type PaidSale } from './sale-facts.tsx';
import styles from './charge.module.css';

interface ChargePanelProps {
  sale: PaidSale;
  /** Whether the button was pressed and existing charges are being queried. */
  looking: boolean;
  /** The card is being read in a dialog. */
  paused: boolean;
  returns: boolean;
  onReturns: (returns: boolean) => void;
  onAmount: (changed: { amountCents: number; reason: string }) => void;
  onCharge: () => Promise<void>;
}

/** The amount and the button that charges it. */
export function ChargePanel({ sale, looking, paused, returns, onReturns, onAmount, onCharge }: ChargePanelProps) {
  const { amountCents, originalCents } = sale;
  const [confirmed, setConfirmed] = useState(false);
  const [reminded, setReminded] = useState(false);
  const box = useRef<CheckboxRef>(null);
  const button = useRef<HTMLButtonElement>(null);
  const unconfirmed = needsConfirmation(amountCents) && !confirmed;

  useEffect(() => {
    if (!paused && !looking) (unconfirmed ? box : button).current?.focus();
  }, [paused, looking, unconfirmed]);

  const charge = (): void => {
    if (looking || paused) return;
    setReminded(unconfirmed);
    if (unconfirmed) box.current?.focus();
    else void onCharge();
  };
  useHotkey(paused ? null : 'F2', charge);

  return (
    <section className={styles.card} aria-label="Sale">
      <p className={styles.amount}>
        <Money cents={amountCents} />
      </p>
      {amountCents !== originalCents && (
        <p className={styles.original}>
          The sale amount is <Money cents={originalCents} />.
        </p>
      )}
      <SaleFacts sale={sale} />
      <ConfirmAmount amountCents={amountCents} checked={confirmed} onChange={setConfirmed} box={box} />
      <p role="alert" className={styles.reminder}>
        {reminded && unconfirmed && 'Confirm the amount first.'}
      </p>
      <ReturnToRedeem checked={returns} onChange={onReturns} />
      <Button
        ref={button}
        className={styles.action}
        type="primary"
        size="large"
        loading={looking && { delay: 300 }}
        onClick={charge}
        aria-keyshortcuts="F2"
      >
        Charge Card
        <KeyHint>F2</KeyHint>
      </Button>
      {!paused && <ChangeAmount onChange={onAmount} />}
    </section>
  );
}

interface ReturnToRedeemProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Chooses whether the screen returns to the redeem screen; only with a redeem interface. */
function ReturnToRedeem({ checked, onChange }: ReturnToRedeemProps) {
  const redeemInterface = useFlag('redeemInterface');
  if (!redeemInterface) return null;
  return (
    <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
      Return to Redeem
    </Checkbox>
  );
}
