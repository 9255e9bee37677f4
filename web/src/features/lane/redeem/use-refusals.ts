import { z } from 'zod';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { isRefusal, type Verdict } from './verdict/verdict.ts';

const refusal = z.object({
  code: z.string(),
  customer: z.string().nullable(),
  kind: z.enum(['notActive', 'notFound', 'similar', 'failed']),
  message: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
});
export type Refusal = z.infer<typeof refusal>;

/** Older ones leave: a lane does not work off more than this. */
const mostRefusals = 20;

const none: Refusal[] = [];

export interface Refusals {
  /** Newest first. */
  list: readonly Refusal[];
  /** Keeps a refusal, and drops those of a car that was admitted since. */
  note: (verdict: Verdict) => void;
  /** Drops a refusal that the user has dealt with. */
  settle: (code: string) => void;
}

/** The cars that were turned away, until the user has dealt with each; they survive a reload and other screens. */
export function useRefusals(): Refusals {
  const [list, change] = usePersistedState('redeem.refused', z.array(refusal), none);
  const note = (verdict: Verdict): void => {
    const { code, kind, message, member } = verdict;
    const customer = member?.id ?? null;
    const others = (before: Refusal[]) => before.filter((one) => one.code !== code && (customer === null || one.customer !== customer));
    if (isRefusal(kind)) {
      const kept = refusal.parse({ code, customer, kind, message, name: member?.name ?? null, status: member?.status ?? null });
      change((before) => [kept, ...others(before)].slice(0, mostRefusals));
    } else if (member) change(others);
  };
  return { list, note, settle: (code) => change((before) => before.filter((one) => one.code !== code)) };
}
