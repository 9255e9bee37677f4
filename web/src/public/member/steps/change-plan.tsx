import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { useRead } from '../../lib/use-read.ts';
import { Failed } from '../failed.tsx';
import { changePlan, previewPlan, readPlans } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import { PlanOffer } from './plan-offer.tsx';

/** Changes to another plan, after a preview of what it costs. */
export function ChangePlan({ member, onDone, onBack }: StepProps) {
  const { plans: texts, back, loading, working } = useTexts();
  const { formats } = useLanguage();
  const [chosen, setChosen] = useState<string | null>(null);
  const offers = useRead('plans', readPlans);
  const cost = useRead(chosen && `plan-${chosen}`, (signal) => previewPlan(chosen!, signal));
  const act = useAct('change-plan', async (key, change: { price: string; proration_date: number }) => {
    await changePlan(change, key);
    onDone(texts.changed);
  });
  const isEarly = member.change_from !== null;
  return (
    <>
      <StepHeading takesFocus>{texts.heading}</StepHeading>
      {member.change_from !== null && <p>{texts.wait(formats.day(member.change_from))}</p>}
      <Failed failure={offers.failure ?? cost.failure ?? act.failure} />
      {offers.data === null && offers.failure === null && <p role="status">{loading}</p>}
      {offers.data?.plans.length === 0 && <p>{texts.none}</p>}
      {offers.data?.plans.map(({ id, name, total }) => (
        <PlanOffer
          key={id}
          name={name}
          total={total}
          isChosen={chosen === id}
          onChoose={isEarly ? undefined : () => setChosen(id)}
          cost={cost}
        >
          {({ due_today: due, proration_date }) => (
            <Button busy={act.busy && working} onClick={() => void act.run({ price: id, proration_date })}>
              {due > 0 ? texts.pays(formats.money(due)) : texts.confirm(name)}
            </Button>
          )}
        </PlanOffer>
      ))}
      <Button kind="link" onClick={onBack}>
        {back}
      </Button>
    </>
  );
}
