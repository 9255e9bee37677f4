import { useRef, useState, type FormEvent } from 'react';
import { parsePlate } from '@washdesk/rules/codes/plates';
import { states } from '@washdesk/rules/codes/states';
import { Button } from '../../components/button.tsx';
import { focusField, SelectField, TextField } from '../../components/field.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { plateAsTyped } from '../../lib/plate-as-typed.ts';
import { Failed } from '../failed.tsx';
import { movePlate } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import styles from '../member.module.css';

const choices = states.map(({ abbreviation, name }) => ({ value: abbreviation, label: name }));

/** Moves the plan to another car. */
export function Plate({ member, onDone, onBack }: StepProps) {
  const { plate: texts, back, working } = useTexts();
  const { formats } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [plate, setPlate] = useState('');
  const [state, setState] = useState(parsePlate(member.plate ?? '')?.state ?? '');
  const [problems, setProblems] = useState<{ plate?: string; state?: string }>({});
  const act = useAct('plate', async (key, to: { plate: string; state: string }) => onDone(texts.saved((await movePlate(to, key)).plate)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = {
      ...(!/^[A-Z0-9]{1,8}$/.test(plate) && { plate: texts.missing }),
      ...(state === '' && { state: texts.stateMissing }),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) focusField(form.current, Object.keys(wrong));
    else void act.run({ plate, state });
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <StepHeading takesFocus>{texts.heading}</StepHeading>
      {member.plate_from === null ? (
        <>
          <p>{texts.sentence}</p>
          <Failed failure={act.failure} />
          <TextField
            name="plate"
            label={texts.plate}
            problem={problems.plate}
            value={plate}
            onChange={(typed) => setPlate(plateAsTyped(typed))}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className={styles.plate ?? ''}
          />
          <SelectField
            name="state"
            label={texts.state}
            problem={problems.state}
            value={state}
            onChange={setState}
            choices={choices}
            empty=""
            autoComplete="off"
          />
          <Button type="submit" busy={act.busy && working}>
            {texts.save}
          </Button>
        </>
      ) : (
        <p>{texts.wait(formats.day(member.plate_from))}</p>
      )}
      <Button kind="link" onClick={onBack}>
        {back}
      </Button>
    </form>
  );
}
