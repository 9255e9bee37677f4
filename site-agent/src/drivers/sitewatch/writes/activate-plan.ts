import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { codeByText } from './code-rows.ts';
import { lockCustomer } from './customer-row.ts';
import { insertPlan, runningPlans, setPlan, type PlanRow } from './plan-rows.ts';
import type { WriteContext } from './write-context.ts';

type Activation = CommandPayload<'sitewatch.activate-plan'>;
type Activated = CommandResult<'sitewatch.activate-plan'>;

/**
 * Runs the plan of a class until `expires`: the customer's own, even outside Stripe, otherwise a new Stripe plan. Today or an earlier day
 * ends all plans of that class. An empty class means the plans without one.
 */
export async function activatePlan(on: WriteContext, { code, productClass, expires, today }: Activation): Promise<Activated> {
  const holder = await codeByText(on, code);
  if (!holder) return { found: false, plan: null };
  await lockCustomer(on, holder.customer);
  const running = (await runningPlans(on, holder.customer, today)).filter((plan) => (plan.productClass ?? '') === productClass);
  const plan = running.find((one) => one.code === holder.objid) ?? running[0];

  if (expires <= today) {
    for (const one of running) await setPlan(on, one, { code: one.code, expires });
    return { found: true, plan: plan ? answer(plan, expires) : null };
  }
  if (plan) {
    await setPlan(on, plan, { code: plan.code, expires });
    return { found: true, plan: answer(plan, expires) };
  }
  const { planName } = await insertPlan(on, { customer: holder.customer, code: holder.objid, productClass, starts: today, expires });
  return { found: true, plan: { planName, isStripe: true, productClass, starts: today, expires } };
}

const answer = ({ planName, isStripe, productClass, starts }: PlanRow, expires: string): Activated['plan'] => ({
  planName,
  isStripe,
  productClass,
  starts,
  expires,
});
