import type { ReactNode } from 'react';
import type { MemberOverview } from '@washdesk/contracts/members/member';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { useTexts } from './texts/texts.ts';
import styles from './step.module.css';

interface StepProps {
  heading: string;
  /** What the step is about. */
  lead?: ReactNode;
  onBack: () => void;
  children?: ReactNode;
}

/** The plan that a step is about, with its wash. */
export function usePlanName({ plan }: MemberOverview): string | undefined {
  const { home } = useTexts();
  return plan ? [plan.name, plan.site && home.at(plan.site)].filter(Boolean).join(' ') : undefined;
}

/** A step behind the plan; on a wide screen its heading is beside its content. */
export function Step({ heading, lead, onBack, children }: StepProps) {
  const { back } = useTexts();
  return (
    <div className={styles.step}>
      <div className={styles.about}>
        <Button kind="link" className={styles.back ?? ''} onClick={onBack}>
          <Icon name="back" /> {back}
        </Button>
        <StepHeading takesFocus>{heading}</StepHeading>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
