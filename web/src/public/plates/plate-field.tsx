import { states } from '@washdesk/rules/codes/states';
import { Field } from '../components/field.tsx';
import { longestPlate, plateAsTyped } from './plate-as-typed.ts';
import styles from './plate-field.module.css';

interface PlateFieldProps {
  texts: { plate: string; plateHint?: string; plateState: string; chooseState: string };
  plate: string;
  state: string;
  problem: string | undefined;
  stateProblem: string | undefined;
  onChange: (plate: string) => void;
  onState: (state: string) => void;
}

/** The plate, typed into a drawing of itself: the state at its top, the characters large. */
export function PlateField({ texts, plate, state, problem, stateProblem, onChange, onState }: PlateFieldProps) {
  return (
    <Field label={texts.plate} hint={texts.plateHint} problem={problem ?? stateProblem}>
      {({ id, 'aria-describedby': describedBy }) => (
        <>
          <label htmlFor={`${id}-state`} className="unseen">
            {texts.plateState}
          </label>
          <div className={styles.plate}>
            <input
              id={id}
              name="plate"
              className={styles.characters}
              value={plate}
              onChange={({ target }) => onChange(plateAsTyped(target.value))}
              maxLength={longestPlate + 4}
              required
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
              aria-invalid={problem ? true : undefined}
              aria-describedby={describedBy}
            />
            <select
              id={`${id}-state`}
              name="plateState"
              className={styles.state}
              value={state}
              onChange={({ target }) => onState(target.value)}
              autoComplete="off"
              aria-invalid={stateProblem ? true : undefined}
              aria-describedby={describedBy}
            >
              <option value="">{texts.chooseState}</option>
              {states.map(({ abbreviation, name }) => (
                <option key={abbreviation} value={abbreviation}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </>
      )}
    </Field>
  );
}
