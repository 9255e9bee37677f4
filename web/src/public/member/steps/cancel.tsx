import { useRef, useState, type FormEvent } from 'react';
import type { CancellationReason } from '@washdesk/rules/plans/self-service';
import { Button } from '../../components/button.tsx';
import { focusField, SelectField, TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { Failed } from '../failed.tsx';
import { cancelPlan, changePlan, takeFreeMonth } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { Step, usePlanName } from '../step.tsx';
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
  const plan = usePlanName(member);
  const offer = member.save_offers.find((one) => one.reason === reason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(reason === '' ? texts.missing : undefined);
    if (reason === '') focusField(form.current, ['reason']);
    else void act.run();
  };
  if (done) {
    return (
      <div className={styles.narrow}>
        <Verdict
          kind="good"
          takesFocus
          heading={texts.done}
          sentence={
            <>
              <p>{texts.doneSentence(formats.day(done.ends))}</p>
              <p>
                {home.confirmation}: <strong className={styles.number}>{done.confirmation}</strong>
              </p>
              <p>{texts.undo}</p>
            </>
          }
        >
          <Button onClick={() => onDone(null)}>{back}</Button>
        </Verdict>
      </div>
    );
  }
  if (from !== null || cancel === null) {
    return (
      <Step heading={texts.heading} lead={plan} onBack={onBack}>
        <Notice kind="info">
          {from === null ? (
            <>
              {home.stopped} <PhoneLink />
            </>
          ) : (
            texts.wait(formats.day(from))
          )}
        </Notice>
      </Step>
    );
  }
  return (
    <Step heading={texts.heading} lead={plan} onBack={onBack}>
      <form ref={form} noValidate className={`card ${styles.rows}`} onSubmit={submit}>
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
          <Notice kind="good" actions={offer.act && <Accept reason={offer.reason} act={offer.act} onDone={onDone} />}>
            {offer[language]}
          </Notice>
        )}
        <TextField name="comment" label={texts.comment} value={comment} onChange={setComment} maxLength={400} autoComplete="off" />
        <Button type="submit" kind="danger" busy={act.busy && working}>
          {texts.confirm}
        </Button>
        <Button kind="plain" onClick={onBack}>
          {texts.keep}
        </Button>
      </form>
    </Step>
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
      <Button kind="plain" busy={busy && working} onClick={() => void run(act)}>
        {act.kind === 'plan' ? texts.acceptPlan(act.name, formats.money(act.total)) : texts.acceptFreeMonth}
      </Button>
    </>
  );
}
