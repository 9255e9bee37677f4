import { Checkbox } from 'antd';
import { choicesFor, isFullMonthOnly, withChoice, type ProratedPlan, type StartChoice, type StartChoices } from './start-choices.ts';
import styles from './start-choices.module.css';

interface StartChoicesTicksProps {
  ticked: StartChoices;
  plan: ProratedPlan | null;
  /** The choices that this start does not offer. */
  without?: readonly StartChoice[];
  onChange: (ticked: StartChoices) => void;
}

const labels: Readonly<Record<StartChoice, string>> = {
  freeForMonth: 'Free For Month',
  doNotProrate: 'Do not prorate',
  chargeForLastMonth: 'Charge For Last Month',
};
const inOrder: readonly StartChoice[] = ['freeForMonth', 'doNotProrate', 'chargeForLastMonth'];

/** Selects how the first month is charged. */
export function StartChoicesTicks({ ticked, plan, without = [], onChange }: StartChoicesTicksProps) {
  const shown = choicesFor(ticked, plan);
  const forced = isFullMonthOnly(plan);
  return (
    <>
      <div className={styles.ticks}>
        {inOrder
          .filter((choice) => !without.includes(choice))
          .map((choice) => (
            <Checkbox
              key={choice}
              checked={shown[choice]}
              disabled={forced && choice !== 'chargeForLastMonth'}
              onChange={({ target }) => onChange(withChoice(ticked, choice, target.checked))}
            >
              {labels[choice]}
            </Checkbox>
          ))}
      </div>
      {forced && <p className={styles.note}>This plan is always charged for the full month.</p>}
    </>
  );
}
