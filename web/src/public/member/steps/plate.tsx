import { useRef, useState, type FormEvent } from 'react';
import { parsePlate } from '@washdesk/rules/codes/plates';
import { Button } from '../../components/button.tsx';
import { focusField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { PlateField } from '../../plates/plate-field.tsx';
import { Failed } from '../failed.tsx';
import { movePlate } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { Step } from '../step.tsx';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import styles from '../member.module.css';

/** Moves the plan to another car. */
export function Plate({ member, onDone, onBack }: StepProps) {
  const { plate: texts, working } = useTexts();
  const { formats } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [plate, setPlate] = useState('');
  const [state, setState] = useState(parsePlate(member.plate ?? '')?.state ?? '');
  const [problems, setProblems] = useState<{ plate?: string; plateState?: string }>({});
  const act = useAct('plate', async (key, to: { plate: string; state: string }) => onDone(texts.saved((await movePlate(to, key)).plate)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = {
      ...(!/^[A-Z0-9]{1,8}$/.test(plate) && { plate: texts.missing }),
      ...(state === '' && { plateState: texts.stateMissing }),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) focusField(form.current, Object.keys(wrong));
    else void act.run({ plate, state });
  };
  if (member.plate_from !== null) {
    return (
      <Step heading={texts.heading} lead={member.plate} onBack={onBack}>
        <Notice kind="info">{texts.wait(formats.day(member.plate_from))}</Notice>
      </Step>
    );
  }
  const lead = [member.plate && texts.saved(member.plate), texts.sentence].filter(Boolean).join(' ');
  return (
    <Step heading={texts.heading} lead={lead} onBack={onBack}>
      <form ref={form} noValidate className={`card ${styles.rows}`} onSubmit={submit}>
        <Failed failure={act.failure} />
        <PlateField
          texts={texts}
          plate={plate}
          state={state}
          problem={problems.plate}
          stateProblem={problems.plateState}
          onChange={setPlate}
          onState={setState}
        />
        <Button type="submit" busy={act.busy && working}>
          {texts.save}
        </Button>
      </form>
    </Step>
  );
}
