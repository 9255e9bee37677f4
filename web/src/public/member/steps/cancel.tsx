import { useRef, useState, type FormEvent } from 'react';
import type { CancellationReason } from '@washdesk/rules/plans/self-service';
import { Button } from '../../components/button.tsx';
import { focusField, SelectField, TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { Failed } from '../failed.tsx';
import { cancelPlan } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import styles from '../member.module.css';

/** Cancels the plan: what happens, a reason, one press, and the number that proves it. */
export function Cancel({ member, onDone, onBack }: StepProps) {
  const { cancel: texts, home, back, working } = useTexts();
  const { language, formats } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<{ confirmation: string; ends: string } | null>(null);
  const { cancel, change_from: from } = member;
  // the key ignores the entries: after a lost response, a second press with another comment gets the number of the first
  const act = useAct('cancel', async (key) => {
    if (cancel) setDone(await cancelPlan({ reason: reason as CancellationReason, comment, ends: cancel.ends, lang: language }, key));
  });
  const offer = member.save_offers.find((one) => one.reason === reason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(reason === '' ? texts.missing : undefined);
    if (reason === '') focusField(form.current, ['reason']);
    else void act.run();
  };
  if (done) {
    return (
      <>
        <StepHeading takesFocus>{texts.done}</StepHeading>
        <Notice kind="good">
          <p>{texts.doneSentence(formats.day(done.ends))}</p>
          <p>
            {home.confirmation}: <strong className={styles.number}>{done.confirmation}</strong>
          </p>
          <p>{texts.undo}</p>
        </Notice>
        <Button onClick={() => onDone(null)}>{back}</Button>
      </>
    );
  }
  if (from !== null || cancel === null) {
    return (
      <>
        <StepHeading takesFocus>{texts.heading}</StepHeading>
        {from === null ? (
          <p>
            {home.stopped} <PhoneLink />
          </p>
        ) : (
          <p>{texts.wait(formats.day(from))}</p>
        )}
        <Button kind="plain" onClick={onBack}>
          {back}
        </Button>
      </>
    );
  }
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <StepHeading takesFocus>{texts.heading}</StepHeading>
      <Notice kind="info">{(cancel.bills_again ? texts.endsLate : texts.ends)(formats.day(cancel.ends))}</Notice>
      <Failed failure={act.failure} />
      <SelectField
        name="reason"
        label={texts.reason}
        problem={problem}
        value={reason}
        onChange={setReason}
        empty={texts.choose}
        choices={Object.entries(texts.reasons).map(([value, label]) => ({ value, label }))}
      />
      {offer && <Notice kind="info">{offer[language]}</Notice>}
      <TextField name="comment" label={texts.comment} value={comment} onChange={setComment} maxLength={400} autoComplete="off" />
      <Button type="submit" busy={act.busy && working} className={styles.danger ?? ''}>
        {texts.confirm}
      </Button>
      <Button kind="link" onClick={onBack}>
        {texts.keep}
      </Button>
    </form>
  );
}
