import { useRef } from 'react';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { isInterior } from '@washdesk/rules/plans/plan-choice';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { useHotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { Money } from '../money.tsx';
import { ToneShape } from '../status/tone-shape.tsx';
import styles from './plan-grid.module.css';

interface PlanOptionProps {
  id: string | undefined;
  plan: Plan;
  /** Counted from 1: the digit of its shortcut, for the first nine. */
  place: number;
  chosen: boolean;
  quiet: boolean;
  exempt: boolean;
  onChoose: () => void;
}

const lastDigit = 9;

/** A plan as a card that is a radio button: name, price per month, club and the period of its price guarantee. */
export function PlanOption({ id, plan, place, chosen, quiet, exempt, onChoose }: PlanOptionProps) {
  const { PlanId, PlanName, PlanPrice, PlanTotal, PlanDuration, ProductClass, ClubCode } = plan;
  const hasKey = place <= lastDigit;
  const button = useRef<HTMLInputElement>(null);
  useHotkey(hasKey && !quiet ? `Alt+Digit${place}` : null, () => {
    onChoose();
    // Moves the focus with the choice if it was among the plans.
    if (button.current?.closest('[role="radiogroup"]')?.contains(document.activeElement)) button.current.focus();
  });
  return (
    <label className={[styles.plan, toneOf(plan), chosen && styles.chosen].filter(Boolean).join(' ')}>
      <input
        ref={button}
        id={id}
        className={styles.radio}
        type="radio"
        name="plan"
        value={PlanId}
        checked={chosen}
        aria-keyshortcuts={hasKey ? `Alt+${place}` : undefined}
        onChange={onChoose}
      />
      <span className={styles.head}>
        <span className={styles.name}>{PlanName}</span>
        {chosen ? <Chosen /> : hasKey && <KeyHint>Alt {place}</KeyHint>}
      </span>
      {ProductClass !== PlanName && <span className={styles.word}>{ProductClass}</span>}
      <span className={styles.foot}>
        <span className={styles.price}>
          <Money cents={exempt ? PlanPrice : PlanTotal} />
          <span className={styles.per}>/mo{!exempt && PlanTotal !== PlanPrice && ' with tax'}</span>
        </span>
        <span className={styles.word}>
          {ClubCode !== '' && `Club ${ClubCode} · `}
          {PlanDuration} {PlanDuration === 1 ? 'month' : 'months'}
          {isInterior({ clubCode: ClubCode }) && ' · HI plate'}
        </span>
      </span>
    </label>
  );
}

/** Highlights interior plans and the best-selling plan (docs/rules/billing.md#plate-and-plan); their text says the same. */
function toneOf({ ClubCode, PlanName }: Plan): string | undefined {
  if (isInterior({ clubCode: ClubCode })) return styles.success;
  return PlanName === 'Super Kiss Plus' ? styles.primary : undefined;
}

const Chosen = () => (
  <span className={styles.mark}>
    <ToneShape tone="go" size={18} />
  </span>
);
