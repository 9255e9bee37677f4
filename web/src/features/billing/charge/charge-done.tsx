import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import type { Approved } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { Money } from '../../../domain/money.tsx';
import { OutcomeBadge } from '../../../domain/status/outcome-badge.tsx';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import { useFlag } from '../../../lib/flags.ts';
import { useHotkey, type Hotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { paths } from '../../../lib/paths.ts';
import { queryAfterSale } from '../../../lib/sale-query.ts';
import { showToast } from '../../../lib/toasts.ts';
import { PaidElsewhere } from './paid-elsewhere.tsx';
import { SaleFacts, type PaidSale } from './sale-facts.tsx';
import { useAfterPayment, type Step } from './use-after-payment.ts';
import styles from './charge.module.css';

interface ChargeDoneProps {
  sale: PaidSale;
  chargeKey: string;
  approved: Approved;
  /** Whether the screen opens the next one when everything is done. */
  returns: boolean;
}

/** The sale is paid: shows whether its receipt was printed and the register's sale tendered, and leads to the next customer. */
export function ChargeDone({ sale, chargeKey, approved, returns }: ChargeDoneProps) {
  const { saleid } = sale;
  const { charge, elsewhere } = approved;
  const amountCents = elsewhere?.amount ?? charge?.amount ?? sale.amountCents;
  const redeemInterface = useFlag('redeemInterface');
  const { search } = useLocation();
  const navigate = useNavigate();
  const goOn = (): void => void navigate({ pathname: redeemInterface ? paths.redeem : paths.search, search: queryAfterSale(search) });
  const { receipt, tender } = useAfterPayment({ key: chargeKey, approved, saleid, amountCents }, () => {
    if (!returns || !redeemInterface) return;
    showToast(`Paid ${centsToDollars(amountCents)}${receipt ? '. Receipt printed' : ''}`);
    goOn();
  });
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  useHotkey('F2', goOn);

  return (
    <section className={styles.card} aria-label="Charge">
      <p className={styles.approved} role="status">
        <ToneShape tone={elsewhere || receipt ? 'go' : 'neutral'} size={48} />
        <strong className={styles.approvedWord}>{wordFor(elsewhere !== undefined, receipt !== null)}</strong>
        <span className={styles.amount}>
          <Money cents={amountCents} />
        </span>
      </p>
      {!elsewhere && !receipt && <p>Amounts up to $0.50 aren’t charged. The card was read only, and the sale isn’t paid.</p>}
      {elsewhere && <PaidElsewhere charge={charge} amountCents={amountCents} saleCents={sale.amountCents} />}
      <SaleFacts sale={sale} card={charge?.payment_method_details ?? null} />
      {receipt && <StepLine name="Receipt" doing="Printing the receipt" label="Print Receipt" hotkey="F7" step={receipt} repeats />}
      {tender && <StepLine name="Sale" doing="Tendering the sale" label="Tender Sale" hotkey="F10" step={tender} />}
      <Button ref={next} className={styles.action} type="primary" size="large" onClick={goOn} aria-keyshortcuts="F2">
        {redeemInterface ? 'Redeem Interface' : 'Next Customer'}
        <KeyHint>F2</KeyHint>
      </Button>
    </section>
  );
}

function wordFor(elsewhere: boolean, moved: boolean): string {
  if (elsewhere) return 'Already charged';
  return moved ? 'Approved' : 'Nothing was charged';
}

interface StepLineProps {
  name: string;
  doing: string;
  label: string;
  hotkey: Hotkey;
  step: Step;
  /** Whether the step can be repeated after success. */
  repeats?: true;
}

function StepLine({ name, doing, label, hotkey, step: { outcome, busy, again }, repeats }: StepLineProps) {
  const offered = !busy && (repeats === true || outcome?.ok !== true);
  useHotkey(offered ? hotkey : null, again);
  return (
    <div className={styles.step}>
      <span className={styles.stepName}>{name}</span>
      <span className={styles.outcome} role="status" aria-label={name}>
        {busy && `${doing} …`}
        {!busy && outcome && <OutcomeBadge outcome={outcome} />}
        {!busy && !outcome && 'The result isn’t known.'}
      </span>
      {(repeats === true || outcome?.ok !== true) && (
        <Button size="large" disabled={busy} onClick={again} aria-keyshortcuts={hotkey}>
          {outcome ? `${label} Again` : label}
          <KeyHint>{hotkey}</KeyHint>
        </Button>
      )}
    </div>
  );
}
