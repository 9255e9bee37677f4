import { Button, Input, type InputRef } from 'antd';
import { useState, type RefObject } from 'react';
import { maxCodeLength } from '@washdesk/rules/codes/codes';
import { plateStates, withPlateState } from '@washdesk/rules/codes/plates';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { areSoundsOn, setSounds } from '../../../lib/sounds/sounds.ts';
import styles from './lookup-form.module.css';

export interface LookupFormProps {
  box: RefObject<InputRef | null>;
  value: string;
  /** The problem of the last scan. */
  warning: string | null;
  onChange: (value: string) => void;
  onLookUp: () => void;
  onClear: () => void;
}

/** The plate/tag box with its quick buttons. Lookup is never busy: the next code may be entered during a lookup. */
export function LookupForm({ box, value, warning, onChange, onLookUp, onClear }: LookupFormProps) {
  useHotkey('F2', onLookUp);
  useHotkey('F4', onClear);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onLookUp();
      }}
    >
      <div className={styles.head}>
        <label className={styles.label} htmlFor="redeem-code">
          Plate or tag
        </label>
        <p role="alert" className={styles.warning}>
          {warning}
        </p>
      </div>
      <Input
        id="redeem-code"
        ref={box}
        className={styles.box}
        value={value}
        maxLength={maxCodeLength}
        placeholder="ABC123-IL"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="primary" size="large" htmlType="submit" disabled={value.trim() === ''} aria-keyshortcuts="F2">
          Lookup
          <KeyHint>F2</KeyHint>
        </Button>
        <Button size="large" onClick={onClear} aria-keyshortcuts="F4">
          Clear Plate
          <KeyHint>F4</KeyHint>
        </Button>
      </div>
      <div className={styles.actions}>
        <span className={styles.states} role="group" aria-label="Plate state">
          {plateStates.map(({ abbreviation, name }) => (
            <StateButton
              key={abbreviation}
              abbreviation={abbreviation}
              name={name}
              onPress={() => onChange(withPlateState(value, abbreviation))}
            />
          ))}
        </span>
        <SoundSwitch />
      </div>
    </form>
  );
}

function SoundSwitch() {
  const [on, setOn] = useState(areSoundsOn);
  const turn = (): void => {
    setSounds(!on);
    setOn(!on);
  };
  return (
    <Button size="large" type="text" aria-pressed={on} onClick={turn}>
      {on ? 'Sound On' : 'Sound Off'}
    </Button>
  );
}

/** A button for one state. Its shortcut is Alt with the state's second letter, which is unique among the three: L, N, I. */
function StateButton({ abbreviation, name, onPress }: { abbreviation: string; name: string; onPress: () => void }) {
  const letter = abbreviation.charAt(1);
  useHotkey(`Alt+Key${letter}`, onPress);
  return (
    <Button size="large" onClick={onPress} aria-keyshortcuts={`Alt+${letter}`}>
      {name}
      <KeyHint>Alt {letter}</KeyHint>
    </Button>
  );
}
