import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { useRead } from '../../lib/use-read.ts';
import { Failed } from '../failed.tsx';
import { changePlan, previewPlan, readPlans } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { Step, usePlanName } from '../step.tsx';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import { PlanOffer } from './plan-offer.tsx';

/** Changes to another plan, after a preview of what it costs. */
export function ChangePlan({ member, onDone, onBack }: StepProps) {
  const { plans: texts, loading, working } = useTexts();
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
    <Step heading={texts.heading} lead={usePlanName(member)} onBack={onBack}>
      {member.change_from !== null && <Notice kind="info">{texts.wait(formats.day(member.change_from))}</Notice>}
      <Failed failure={offers.failure ?? cost.failure ?? act.failure} />
      {offers.data === null && offers.failure === null && <Skeleton label={loading} heights={[140, 140]} />}
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
    </Step>
  );
}
