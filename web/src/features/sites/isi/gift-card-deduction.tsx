import { Button } from 'antd';
import { z } from 'zod';
import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import { amountWords, centsToDollars, dollarsToCents, payableCents } from '@washdesk/rules/billing/money';
import { Failure } from '../../../components/feedback/failure.tsx';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useDeduction } from './use-deduction.ts';
import styles from './isi.module.css';

interface GiftCardDeductionProps {
  code: string;
  /** All cards of the code. */
  cards: readonly GiftCard[];
  /** Receives the updated cards and the success message. */
  onDeducted: (cards: GiftCard[], words: string) => void;
}

/** Converts Sitewatch's dollars; the nearest cent is exact for every amount of a card. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

const exceeds = 'Amount exceeds balance';
const dollarsOf = (amount: string): string => centsToDollars(payableCents(amount) ?? 0);
const typed = z.object({ amount: z.string().trim() });

/** Deducts an amount from one card of the code: if there are several, Sitewatch chooses the oldest with a sufficient balance. */
export function GiftCardDeduction({ code, cards, onDeducted }: GiftCardDeductionProps) {
  const most = Math.max(0, ...cards.map(({ BALANCE }) => centsOf(BALANCE)));
  const { state, unheard, send, forget } = useDeduction(code, (after, taken) => onDeducted(after, `${dollarsOf(taken)} was deducted`));
  const form = useZodForm({
    schema: typed,
    initial: { amount: '' },
    onChange: forget,
    onSubmit: ({ amount }) => (problemOf(amount, most) === null && payableCents(amount) !== null ? send(amount) : undefined),
  });
  const { amount } = useValues(form.control);
  if (unheard !== null) return <StillChecking amount={unheard} onCheck={() => void send(unheard)} />;
  if (most === 0) {
    return (
      <div className={styles.deduct}>
        <p role="status" className={styles.none}>
          Giftcard has zero balance
        </p>
        <span title="No available balance" className={styles.button}>
          <Button size="large" disabled aria-description="No available balance">
            Deduct
          </Button>
        </span>
      </div>
    );
  }
  const problem = problemOf(amount, most);
  return (
    <form className={styles.deduct} noValidate onSubmit={form.submit}>
      <div className={styles.actions}>
        <AmountField
          control={form.control}
          name="amount"
          label="Deduct Amount"
          autoFocus
          hint={`At most ${centsToDollars(most)}${cards.length > 1 ? ', from one card' : ''}`}
          problem={problem}
        />
        <span title={problem ?? undefined} className={styles.button}>
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            loading={state.kind === 'sending'}
            disabled={problem !== null || payableCents(amount) === null}
          >
            Deduct
          </Button>
        </span>
      </div>
      {state.kind === 'refused' && <Failure title="Couldn’t deduct the amount" error={state.failure} />}
    </form>
  );
}

/** Returns the problem of a typed amount; null for a valid one, and while it is empty or zero. */
function problemOf(amount: string, most: number): string | null {
  const text = amount.trim();
  const cents = payableCents(text);
  if (cents !== null) return cents > most ? exceeds : null;
  return text === '' || dollarsToCents(text) === 0 ? null : amountWords;
}

/** The outcome of the deduction is unknown. The same key returns its result, or performs it if the request never arrived. */
function StillChecking({ amount, onCheck }: { amount: string; onCheck: () => void }) {
  return (
    <div className={styles.deduct} role="status">
      <StatusBadge tone="wait">Checking whether the amount was deducted</StatusBadge>
      <p>{dollarsOf(amount)} may have been deducted from this card. Press Check to find out. It’s never deducted twice.</p>
      <span className={styles.button}>
        <Button type="primary" size="large" autoFocus onClick={onCheck}>
          Check
        </Button>
      </span>
    </div>
  );
}
