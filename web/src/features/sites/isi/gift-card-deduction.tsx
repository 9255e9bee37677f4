import { Button } from 'antd';
import { z } from 'zod';
import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import { amountWords, centsToDollars, dollarsToCents, payableCents } from '@washdesk/rules/billing/money';
import { AmountField } from '../../../components/form/amount-field.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import type { DeductionRequest, Deductions } from './use-deduction.ts';
import styles from './isi.module.css';

interface GiftCardDeductionProps {
  /** The card's id; undefined to let Sitewatch choose the oldest card with enough balance. */
  card: number | undefined;
  /** The cards from which one is deducted. */
  cards: readonly GiftCard[];
  deductions: Deductions;
  autoFocus: boolean;
}

/** Converts Sitewatch's dollars; the nearest cent is exact for every amount of a card. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** Returns the highest cents that one of the cards has left. */
export const mostOf = (cards: readonly GiftCard[]): number => Math.max(0, ...cards.map(({ BALANCE }) => centsOf(BALANCE)));

const exceeds = 'Amount exceeds balance';
const dollarsOf = (amount: string): string => centsToDollars(payableCents(amount) ?? 0);
const typed = z.object({ amount: z.string().trim() });

export const deductedWords = ({ card, amount }: DeductionRequest): string =>
  `${dollarsOf(amount)} was deducted${card === undefined ? '' : ` from card ${card}`}`;

/** Deducts an amount from one card. */
export function GiftCardDeduction({ card, cards, deductions: { state, last, send, forget }, autoFocus }: GiftCardDeductionProps) {
  const most = mostOf(cards);
  const form = useZodForm({
    schema: typed,
    initial: { amount: '' },
    onChange: forget,
    onSubmit: ({ amount }) => (problemOf(amount, most) === null && payableCents(amount) !== null ? send({ card, amount }) : undefined),
  });
  const { amount } = useValues(form.control);
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
  const isSending = state.kind === 'sending';
  const isOwn = last?.card === card;
  return (
    <form className={styles.deduct} noValidate onSubmit={form.submit}>
      <div className={styles.actions}>
        <AmountField
          control={form.control}
          name="amount"
          label="Deduct Amount"
          autoFocus={autoFocus}
          hint={`At most ${centsToDollars(most)}${cards.length > 1 ? ', from one card' : ''}`}
          problem={problem}
        />
        <span title={problem ?? undefined} className={styles.button}>
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            loading={isSending && isOwn}
            disabled={problem !== null || payableCents(amount) === null || (isSending && !isOwn)}
          >
            Deduct
          </Button>
        </span>
      </div>
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
export function StillChecking({ request: { card, amount }, onCheck }: { request: DeductionRequest; onCheck: () => void }) {
  return (
    <div className={styles.card} role="status">
      <StatusBadge tone="wait">Checking whether the amount was deducted</StatusBadge>
      <p className={styles.words}>
        {dollarsOf(amount)} may have been deducted from {card === undefined ? 'this card' : `card ${card}`}. Press Check to find out. It’s
        never deducted twice.
      </p>
      <span className={styles.button}>
        <Button type="primary" size="large" autoFocus onClick={onCheck}>
          Check
        </Button>
      </span>
    </div>
  );
}
