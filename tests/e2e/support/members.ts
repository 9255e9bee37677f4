import { lackingForCompletion } from '@washdesk/rules/customers/complete-customer';
import { suitsPlate } from '@washdesk/rules/plans/plan-choice';
import { changeableFrom } from '@washdesk/rules/plans/self-service';
import type { Company } from '@washdesk/simulators/company/company';
import type { Member } from '@washdesk/simulators/company/member-model';
import { washPricesOf } from '../../workbench/wash-members.ts';
import type { NumberedWorkbench } from './run-workbench.ts';

/** Returns members of one kind, each once per run, because a redeem blocks its member for five minutes and a sign-up permanently. */
function inTurn(workbench: NumberedWorkbench, kind: string, isOfKind: (member: Member) => boolean): () => Promise<Member> {
  const { members, edgeCases, notes } = workbench.company;
  const edgeCaseMembers = Object.values(edgeCases).map(({ customer }) => customer);
  // An attention note opens a dialog over the customer's screen.
  const alertedMembers = notes.filter(({ attention }) => attention).map(({ customer }) => customer);
  const special = new Set([...edgeCaseMembers, ...alertedMembers]);
  const ofKind = members.filter((member) => !member.deleted && !special.has(member.id) && isOfKind(member));
  return async () => {
    const member = ofKind[(await workbench.nextNumber(kind)) - 1];
    if (!member) throw new Error(`No unused member of the kind ${kind} is left`);
    return member;
  };
}

/** Returns ordinary members whose plan admits them and continues: it is not discontinued and has no scheduled price. */
export function unusedMembers(workbench: NumberedWorkbench): () => Promise<Member> {
  const washPrices = washPricesOf(workbench.company);
  return inTurn(
    workbench,
    'plain member',
    ({ subscription }) =>
      subscription?.status === 'active' &&
      !subscription.cancelAtPeriodEnd &&
      !subscription.increase &&
      washPrices.has(subscription.priceId),
  );
}

/** An ordinary wash plan, valid for plates of any state except HI. */
const washPlan = { clubCode: 'A' };

/** An ordinary member whose plan has ended. */
export const formerMember = (workbench: NumberedWorkbench, site: number): Promise<Member> =>
  inTurn(
    workbench,
    `former member of ${site}`,
    ({ subscription, tag, plate, site: home }) =>
      subscription?.status === 'canceled' && !subscription.unpaidInvoice && tag !== null && home === site && suitsPlate(washPlan, plate),
  )();

/** An ordinary customer with a tag and a plate that is valid for any plan, who never had a plan. */
export const customerWithoutPlan = (workbench: NumberedWorkbench): Promise<Member> =>
  inTurn(workbench, 'no plan', ({ subscription, tag, plate }) => subscription === null && tag !== null && suitsPlate(washPlan, plate))();

/** An ordinary member whose last bill is unpaid. */
export const pastDueMember = (workbench: NumberedWorkbench, site: number): Promise<Member> =>
  inTurn(workbench, `past-due member of ${site}`, ({ subscription, site: home }) => subscription?.status === 'past_due' && home === site)();

/** Returns the next member who has a tag. */
export async function taggedMember(next: () => Promise<Member>): Promise<Member & { tag: string }> {
  for (;;) {
    const member = await next();
    const { tag } = member;
    if (tag) return { ...member, tag };
  }
}

/** Returns the next member with a plate of this state. */
export async function memberOfState(next: () => Promise<Member>, state: string): Promise<Member> {
  for (;;) {
    const member = await next();
    if (member.plate.endsWith(`-${state}`)) return member;
  }
}

/** Returns the next member with all data that Complete Customer checks: many who signed up online have no name 'Last, First'. */
export async function completeMember(next: () => Promise<Member>): Promise<Member> {
  for (;;) {
    const member = await next();
    if (lackingForCompletion({ ...member, ...member.vehicle }).length === 0) return member;
  }
}

/** Returns the next member on a plan whose price id has this prefix. */
export async function memberWith(next: () => Promise<Member>, price: string): Promise<Member> {
  for (;;) {
    const member = await next();
    if (member.subscription?.priceId.startsWith(price)) return member;
  }
}

export function memberOf({ members }: Company, { customer }: { customer: string }): Member {
  const member = members.find(({ id }) => id === customer);
  if (!member) throw new Error(`The company has no member ${customer}`);
  return member;
}

/** Returns the next member whose first full month is over: they may cancel or change their plan themselves. */
export async function cancelableMember(next: () => Promise<Member>): Promise<Member> {
  for (;;) {
    const member = await next();
    if (member.subscription && changeableFrom(new Date(member.subscription.created)) <= new Date()) return member;
  }
}
