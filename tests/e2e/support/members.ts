import { suitsPlate } from '@washdesk/rules/plans/plan-choice';
import { lackingForCompletion } from '@washdesk/rules/customers/complete-customer';
import type { Company } from '@washdesk/simulators/company/company';
import type { Member } from '@washdesk/simulators/company/member-model';
import type { NumberedWorkbench } from './run-workbench.ts';

/** Hands out members of one kind, each once in a run, because a redeem bars its member for five minutes and a sign-up for ever. */
function inTurn(workbench: NumberedWorkbench, kind: string, isOfKind: (member: Member) => boolean): () => Promise<Member> {
  const { members, edgeCases, notes } = workbench.company;
  const edgeCaseMembers = Object.values(edgeCases).map(({ customer }) => customer);
  // A note that calls for attention opens a dialog over the customer's screen.
  const alertedMembers = notes.filter(({ attention }) => attention).map(({ customer }) => customer);
  const special = new Set([...edgeCaseMembers, ...alertedMembers]);
  const ofKind = members.filter((member) => !member.deleted && !special.has(member.id) && isOfKind(member));
  return async () => {
    const member = ofKind[(await workbench.nextNumber(kind)) - 1];
    if (!member) throw new Error(`Every member of the company of the kind ${kind} has been used`);
    return member;
  };
}

/** Ordinary members whose plan admits them and runs on: nobody has discontinued it or scheduled another price. */
export function unusedMembers(workbench: NumberedWorkbench): () => Promise<Member> {
  const { products, prices } = workbench.company;
  const washPlans = new Set(products.filter(({ redeemable }) => redeemable).map(({ id }) => id));
  const washPrices = new Set(prices.filter(({ productId }) => washPlans.has(productId)).map(({ id }) => id));
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

/** As most plans, for plates of any state but HI. */
const washPlan = { clubCode: 'A' };

/** An ordinary member whose plan has ended. */
export const formerMember = (workbench: NumberedWorkbench, site: number): Promise<Member> =>
  inTurn(
    workbench,
    `former member of ${site}`,
    ({ subscription, tag, plate, site: home }) =>
      subscription?.status === 'canceled' && !subscription.unpaidInvoice && tag !== null && home === site && suitsPlate(washPlan, plate),
  )();

/** An ordinary customer with a tag, whose plate is good for any plan, who never had one. */
export const customerWithoutPlan = (workbench: NumberedWorkbench): Promise<Member> =>
  inTurn(workbench, 'no plan', ({ subscription, tag, plate }) => subscription === null && tag !== null && suitsPlate(washPlan, plate))();

/** An ordinary member whose last bill was not paid. */
export const pastDueMember = (workbench: NumberedWorkbench, site: number): Promise<Member> =>
  inTurn(workbench, `past-due member of ${site}`, ({ subscription, site: home }) => subscription?.status === 'past_due' && home === site)();

/** The next member who has a tag. */
export async function taggedMember(next: () => Promise<Member>): Promise<Member & { tag: string }> {
  for (;;) {
    const member = await next();
    const { tag } = member;
    if (tag) return { ...member, tag };
  }
}

/** The next member who lacks nothing that Complete Customer checks: of those who signed up online, many have no name 'Last, First'. */
export async function completeMember(next: () => Promise<Member>): Promise<Member> {
  for (;;) {
    const member = await next();
    if (lackingForCompletion({ ...member, ...member.vehicle }).length === 0) return member;
  }
}

/** The next member on a plan whose price has an id that begins so. */
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
