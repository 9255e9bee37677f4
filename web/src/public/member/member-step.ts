import type { MemberOverview } from '@washdesk/contracts/members/member';

export const steps = ['home', 'plate', 'history', 'plans', 'restart', 'cancel', 'data', 'confirm'] as const;
export type MemberStep = (typeof steps)[number];

export interface StepProps {
  member: MemberOverview;
  /** Goes back to the overview, which is read again and shows this sentence. */
  onDone: (sentence: string | null) => void;
  onBack: () => void;
}
