import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { previewMemberPlan } from '@washdesk/contracts/members/member-plan';
import { Button } from '../../components/button.tsx';
import { Money } from '../../components/money.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import type { Read } from '../../lib/use-read.ts';
import { useTexts } from '../texts/texts.ts';
import styles from '../member.module.css';

type PlanCost = z.output<typeof previewMemberPlan.response>;

interface PlanOfferProps {
  name: string;
  /** Cents per month with tax. */
  total: number;
  isChosen: boolean;
  /** Missing if it can't be chosen. */
  onChoose?: (() => void) | undefined;
  cost: Read<PlanCost>;
  /** The act, below what it costs. */
  children: (cost: PlanCost) => ReactNode;
}

/** A plan with its price; once it is chosen, what is due today and later. */
export function PlanOffer({ name, total, isChosen, onChoose, cost, children }: PlanOfferProps) {
  const { plans: texts, loading } = useTexts();
  const { formats } = useLanguage();
  const { data } = cost;
  return (
    <section className={`card ${styles.rows}`} aria-label={name}>
      <div>
        <h2>{name}</h2>
        <p className={styles.muted}>{texts.perMonth(formats.money(total))}</p>
      </div>
      {onChoose && !isChosen && (
        <Button kind="plain" onClick={onChoose}>
          {texts.choose} <span className="unseen">{name}</span>
        </Button>
      )}
      {isChosen && data === null && cost.failure === null && <Skeleton label={loading} heights={[84, 54]} />}
      {isChosen && data && (
        <>
          <dl className={styles.sums}>
            <dt>{texts.today}</dt>
            <dd>
              <Money cents={data.due_today} />
            </dd>
            {data.next && (
              <>
                <dt>{texts.onDay(formats.day(data.next.date))}</dt>
                <dd>
                  <Money cents={data.next.amount} />
                </dd>
                <dt>{texts.later}</dt>
                <dd>
                  <Money cents={data.next.monthly} />
                </dd>
              </>
            )}
          </dl>
          {children(data)}
        </>
      )}
    </section>
  );
}
