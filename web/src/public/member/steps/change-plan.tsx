import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Money } from '../../components/money.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { useRead } from '../../lib/use-read.ts';
import { Failed } from '../failed.tsx';
import { changePlan, previewPlan, readPlans } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import styles from '../member.module.css';

/** Changes to another plan, after a preview of what it costs. */
export function ChangePlan({ member, onDone, onBack }: StepProps) {
  const { plans: texts, back, loading, working } = useTexts();
  const { formats } = useLanguage();
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const offers = useRead('plans', readPlans);
  const preview = useRead(chosen && `plan-${chosen.id}`, (signal) => previewPlan(chosen!.id, signal));
  const act = useAct('change-plan', async (key, change: { price: string; proration_date: number }) => {
    await changePlan(change, key);
    onDone(texts.changed);
  });
  const isEarly = member.change_from !== null;
  return (
    <>
      <StepHeading takesFocus>{texts.heading}</StepHeading>
      {member.change_from !== null && <p>{texts.wait(formats.day(member.change_from))}</p>}
      <Failed failure={offers.failure ?? preview.failure ?? act.failure} />
      {offers.data === null && offers.failure === null && <p role="status">{loading}</p>}
      {offers.data?.plans.length === 0 && <p>{texts.none}</p>}
      {offers.data?.plans.map(({ id, name, total }) => (
        <section key={id} className={styles.card} aria-label={name}>
          <h2>{name}</h2>
          <p className={styles.muted}>{texts.perMonth(formats.money(total))}</p>
          {!isEarly && chosen?.id !== id && (
            <Button kind="plain" onClick={() => setChosen({ id, name })}>
              {texts.choose} <span className="unseen">{name}</span>
            </Button>
          )}
          {chosen?.id === id && preview.data === null && preview.failure === null && <p role="status">{loading}</p>}
          {chosen?.id === id && preview.data && (
            <>
              <dl className={styles.sums}>
                <dt>{texts.today}</dt>
                <dd>
                  <Money cents={preview.data.due_today} />
                </dd>
                {preview.data.next && (
                  <>
                    <dt>{texts.onDay(formats.day(preview.data.next.date))}</dt>
                    <dd>
                      <Money cents={preview.data.next.amount} />
                    </dd>
                    <dt>{texts.later}</dt>
                    <dd>
                      <Money cents={preview.data.next.monthly} />
                    </dd>
                  </>
                )}
              </dl>
              <Button busy={act.busy && working} onClick={() => void act.run({ price: id, proration_date: preview.data!.proration_date })}>
                {preview.data.due_today > 0 ? texts.pays(formats.money(preview.data.due_today)) : texts.confirm(name)}
              </Button>
            </>
          )}
        </section>
      ))}
      <Button kind="link" onClick={onBack}>
        {back}
      </Button>
    </>
  );
}
