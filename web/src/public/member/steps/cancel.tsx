import { useRef, useState, type FormEvent } from 'react';
import type { CancellationReason } from '@washdesk/rules/plans/self-service';
import { Button } from '../../components/button.tsx';
import { focusField, SelectField, TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { Failed } from '../failed.tsx';
import { cancelPlan, changePlan, takeFreeMonth } from '../member-calls.ts';
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
      {offer && (
        <Notice kind="info">
          <p>{offer[language]}</p>
          {offer.act && <Accept reason={offer.reason} act={offer.act} onDone={onDone} />}
        </Notice>
      )}
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

type Offer = StepProps['member']['save_offers'][number];

interface AcceptProps extends Pick<StepProps, 'onDone'> {
  reason: Offer['reason'];
  act: NonNullable<Offer['act']>;
}

/** Takes an offer by one press; to cancel all the same needs none. */
function Accept({ reason, act, onDone }: AcceptProps) {
  const { cancel: texts, plans, working } = useTexts();
  const { formats } = useLanguage();
  const { run, busy, failure } = useAct('accept', async (key, taken: typeof act) => {
    if (taken.kind === 'plan') await changePlan({ price: taken.price }, key);
    else await takeFreeMonth(reason, key);
    onDone(taken.kind === 'plan' ? plans.changed : texts.freeMonthTaken(formats.day(taken.date)));
  });
  return (
    <>
      <Failed failure={failure} />
      <div className={styles.choices}>
        <Button busy={busy && working} onClick={() => void run(act)}>
          {act.kind === 'plan' ? texts.acceptPlan(act.name, formats.money(act.total)) : texts.acceptFreeMonth}
        </Button>
      </div>
    </>
  );
}
