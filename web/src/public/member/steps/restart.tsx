import { useState } from 'react';
import { cardName } from '@washdesk/rules/billing/card-brands';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { PhoneLink } from '../../components/phone-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { useRead } from '../../lib/use-read.ts';
import { Failed } from '../failed.tsx';
import { previewRestart, readRestartPlans, readTerms, restartPlan, startCard } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { Step } from '../step.tsx';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import { PlanOffer } from './plan-offer.tsx';
import styles from '../member.module.css';

interface RestartProps extends StepProps {
  onMove: () => void;
}

/** Starts an ended plan again: which one, what it costs, the terms, and one press. */
export function Restart({ member, onDone, onBack, onMove }: RestartProps) {
  const { restart: texts, due, home, loading, working } = useTexts();
  const { language, formats } = useLanguage();
  const [picked, setPicked] = useState<string | null>(null);
  const offers = useRead('restart', readRestartPlans);
  const chosen = picked ?? (offers.data?.former ? (offers.data.plans[0]?.id ?? null) : null);
  const cost = useRead(chosen && `restart-${chosen}`, (signal) => previewRestart(chosen!, signal));
  const terms = useRead(chosen && `${chosen} ${language}`, (signal) => readTerms(chosen!, language, signal));
  const act = useAct('restart', async (key, wanted: { price: string; proration_date: number; termsVersion: string }) => {
    await restartPlan(wanted, key);
    onDone(texts.started);
  });
  const newCard = useAct('card', async (key) => window.location.assign((await startCard(language, key, 'restart')).url));
  const failure = offers.failure ?? cost.failure ?? terms.failure ?? act.failure ?? newCard.failure;
  const { card, plan } = member;
  const isPlateTaken = failure?.code === 'plate_taken';
  return (
    <Step heading={texts.heading} lead={plan?.ends && texts.had(plan.name, formats.day(plan.ends))} onBack={onBack}>
      <Failed failure={failure} />
      {offers.data === null && offers.failure === null && <Skeleton label={loading} heights={[330]} />}
      {offers.data?.paid_until && (
        <Notice kind="info">
          {texts.paidUntil(formats.day(offers.data.paid_until))} <PhoneLink />
        </Notice>
      )}
      {offers.data?.former === false && offers.data.plans.length > 0 && <p>{texts.other}</p>}
      {isPlateTaken && member.plate_from === null && (
        <Button kind="plain" onClick={onMove}>
          {home.move}
        </Button>
      )}
      {(offers.failure !== null || offers.data?.plans.length === 0) && (
        <p>
          {offers.failure === null ? texts.none : texts.help} <PhoneLink />
        </p>
      )}
      {offers.data?.plans.map(({ id, name, total }) => (
        <PlanOffer key={id} name={name} total={total} isChosen={chosen === id} onChoose={() => setPicked(id)} cost={cost}>
          {({ due_today, proration_date }) => (
            <>
              {terms.data && (
                <details className={styles.terms}>
                  <summary>{texts.terms}</summary>
                  <ul>
                    {terms.data.paragraphs.map((paragraph) => (
                      <li key={paragraph}>{paragraph}</li>
                    ))}
                  </ul>
                </details>
              )}
              {card && terms.data && (
                <Button
                  busy={act.busy && working}
                  onClick={() => void act.run({ price: id, proration_date, termsVersion: terms.data!.version })}
                >
                  {due_today > 0 ? texts.pays(formats.money(due_today), cardName(card)) : texts.confirm(name)}
                </Button>
              )}
              <Button kind={card ? 'plain' : 'main'} busy={newCard.busy && working} onClick={() => void newCard.run()}>
                {card ? due.otherCard : texts.addCard}
              </Button>
            </>
          )}
        </PlanOffer>
      ))}
    </Step>
  );
}
