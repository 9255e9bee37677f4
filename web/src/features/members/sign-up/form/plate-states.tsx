import { parsePlate, plateStates, withPlateState } from '@washdesk/rules/codes/plates';
import { Button } from 'antd';
import { KeyHint } from '../../../../components/key-hint.tsx';
import { useHotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import type { FormAccess } from './form-access.ts';
import styles from './sign-up-panel.module.css';
import type { Codes } from './use-codes.ts';

interface PlateStatesProps {
  access: FormAccess;
  codes: Codes;
  quiet: boolean;
}

/** The states that most plates have, as on the redeem screen. */
export function PlateStates({ access: { form }, codes, quiet }: PlateStatesProps) {
  const set = (state: string): void => codes.take({ field: 'plate', code: withPlateState(form.plate, state), before: form.plate });
  return (
    <div className={styles.states} role="group" aria-label="Plate state">
      {plateStates.map(({ abbreviation, name }) => (
        <StateButton
          key={abbreviation}
          abbreviation={abbreviation}
          name={name}
          chosen={parsePlate(form.plate)?.state === abbreviation}
          quiet={quiet}
          onPress={() => set(abbreviation)}
        />
      ))}
    </div>
  );
}

interface StateButtonProps {
  abbreviation: string;
  name: string;
  chosen: boolean;
  quiet: boolean;
  onPress: () => void;
}

/** Alt with the second letter of the state, which tells the three apart: L, N, I. */
function StateButton({ abbreviation, name, chosen, quiet, onPress }: StateButtonProps) {
  const letter = abbreviation.charAt(1);
  useHotkey(quiet ? null : `Alt+Key${letter}`, onPress);
  return (
    <Button aria-pressed={chosen} title={name} aria-keyshortcuts={`Alt+${letter}`} className={styles.state} onClick={onPress}>
      <span aria-hidden="true">{abbreviation}</span>
      <span className={styles.unseen}>{`${abbreviation}, ${name}`}</span>
      <KeyHint>Alt {letter}</KeyHint>
    </Button>
  );
}
