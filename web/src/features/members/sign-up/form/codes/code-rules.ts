import { readCode } from '@washdesk/rules/codes/code-forms';
import { isCode } from '@washdesk/rules/codes/codes';
import { parsePlate, withPlateState } from '@washdesk/rules/codes/plates';
import { isInterior, plateStateFor, suitsPlate } from '@washdesk/rules/plans/plan-choice';

/** The properties of a plan that the rule uses. */
export interface PlateRulePlan {
  ClubCode: string;
}

/** One to eight letters and digits, in groups. */
const characters = /^(?:[A-Z0-9][\s-]?){1,8}$/;

/**
 * The result of checking a plate against a plan; see docs/rules/billing.md#plate-and-plan. A card number instead of a plate has no state
 * that could become HI, so an interior plan is `impossible` for it.
 */
export type PlateVerdict = { kind: 'suits' } | { kind: 'rewritten'; plate: string; why: string } | { kind: 'impossible'; why: string };

const suits: PlateVerdict = { kind: 'suits' };

/**
 * Applies the rule: interior plans need a plate ending in HI, wash plans any other; the state is rewritten to match the plan. An incomplete
 * plate suits every plan.
 */
export function applyPlateRule(plate: string, plan: PlateRulePlan | null, defaultState: string): PlateVerdict {
  if (!plan || plate === '') return suits;
  const ruled = { clubCode: plan.ClubCode };
  const state = parsePlate(plate)?.state;
  if (state === undefined) return isInterior(ruled) && /^\d{16}$/.test(plate) ? impossible : suits;
  const needed = plateStateFor(ruled, defaultState);
  // If the location's own state is HI, an HI plate suits every plan.
  if (suitsPlate(ruled, plate) || state === needed) return suits;
  const rewritten = withPlateState(plate, needed);
  const why = isInterior(ruled)
    ? `Interior plans need a plate ending in HI. The plate is now ${rewritten}.`
    : `Plates ending in HI are for interior plans only. The plate is now ${rewritten}.`;
  return { kind: 'rewritten', plate: rewritten, why };
}

const impossible: PlateVerdict = {
  kind: 'impossible',
  why: 'Interior plans need a plate ending in HI. A card number has no state. Enter the plate, or choose another plan.',
};

/** Completes a typed plate with its missing state: HI for an interior plan, otherwise the location's. Any other text is unchanged. */
export function completedPlate(text: string, plan: PlateRulePlan | null, defaultState: string): string {
  const code = readCode(text);
  if (isCode(code) || !characters.test(code)) return code;
  return withPlateState(code, plan ? plateStateFor({ clubCode: plan.ClubCode }, defaultState) : defaultState);
}
