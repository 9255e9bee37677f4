import { Button } from 'antd';
import { useWatch } from 'react-hook-form';
import { parsePlate, plateStates, withPlateState } from '@washdesk/rules/codes/plates';
import { KeyHint } from '../../../../../components/input/key-hint.tsx';
import { useHotkey } from '../../../../../lib/hotkeys/use-hotkey.ts';
import type { FormControl } from '../state/form-control.ts';
import type { Codes } from './use-codes.ts';
import styles from '../sign-up-panel.module.css';

interface PlateStatesProps {
  form: FormControl;
  codes: Codes;
  quiet: boolean;
}

/** Buttons for the most frequent states. */
export function PlateStates({ form, codes, quiet }: PlateStatesProps) {
  const plate = useWatch({ control: form.control, name: 'plate' });
  const set = (state: string): void => codes.enter({ field: 'plate', code: withPlateState(plate, state), before: plate });
  return (
    <div className={styles.states} role="group" aria-label="Plate state">
      {plateStates.map(({ abbreviation, name }) => (
        <StateButton
          key={abbreviation}
          abbreviation={abbreviation}
          name={name}
          chosen={parsePlate(plate)?.state === abbreviation}
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

/** A button for one state. Its shortcut is Alt with the state's second letter, which is unique among the three: L, N, I. */
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
