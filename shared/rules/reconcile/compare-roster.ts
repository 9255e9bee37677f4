import { differingFields, type Difference } from './difference-kinds.ts';

/** A code at the lanes. */
export interface ComparedCode {
  code: string;
  /** The member whom the lanes see. */
  member: string | null;
  /** Until when the lanes admit it, ISO 8601; null if they don't. */
  goodUntil: string | null;
  plan: string | null;
  productClass: string | null;
}

/** Compares the codes that a member's plan gives with the lanes' roster. @param now ISO 8601 */
export function compareRoster(wanted: readonly ComparedCode[], roster: readonly ComparedCode[], now: string): Difference[] {
  const admitted = ({ goodUntil }: ComparedCode): boolean => goodUntil !== null && goodUntil > now;
  const [right, wrong] = [byCode(wanted), byCode(roster)];
  return [...new Set([...right.keys(), ...wrong.keys()])].flatMap((about): Difference[] => {
    const [should, does] = [right.get(about), wrong.get(about)];
    const [shouldAdmit, doesAdmit] = [should !== undefined && admitted(should), does !== undefined && admitted(does)];
    const until = [{ name: 'Admitted until', right: should?.goodUntil ?? null, wrong: does?.goodUntil ?? null }];
    if (shouldAdmit && !doesAdmit) return [{ kind: 'roster-refuses', about, fields: until }];
    if (!shouldAdmit && doesAdmit) return [{ kind: 'roster-admits', about, fields: until }];
    if (!should || !does || !shouldAdmit) return [];
    const fields = differingFields(planOf(should), planOf(does), {
      member: 'Member',
      plan: 'Plan',
      productClass: 'Class',
      goodUntil: 'Admitted until',
    });
    return fields.length === 0 ? [] : [{ kind: 'roster-plan', about, fields }];
  });
}

const byCode = (codes: readonly ComparedCode[]) => new Map(codes.map((one) => [one.code, one]));
const planOf = ({ member, plan, productClass, goodUntil }: ComparedCode) => ({ member, plan, productClass, goodUntil });
