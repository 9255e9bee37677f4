import type { CommandResult } from '@washdesk/site-protocol/commands';
import type { SitewatchCode, SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { PosRefused } from '../../../ports/pos-database.ts';
import { ConcurrentWrite } from '../command-table.ts';
import { codesOfCustomer } from '../lookups/customer-codes.ts';
import { codeByText, insertCode, disableCode, type CodeType } from './code-rows.ts';
import { insertCustomer, lockCustomer, updateCustomer } from './customer-row.ts';
import { hasOneOf, reuseCode } from './own-codes.ts';
import { insertPlan, runningPlans, setPlan } from './plan-rows.ts';
import type { WriteContext } from './write-context.ts';

type ToldCode = SitewatchMember['plate'];

/** Maximum number of codes in the stored result. */
const mostCodes = 60;

/** Updates the customer, codes and Stripe plan to match the member. Values that already match are not written. */
export async function converge(on: WriteContext, member: SitewatchMember): Promise<CommandResult<'sitewatch.converge'>> {
  const known = await findCustomer(on, member);
  const customer = known ?? (await insertCustomer(on, member));
  if (known !== null) await updateCustomer(on, customer, member);
  const who = { customer, isNew: known === null, member };
  const plate = await convergeCode(on, who, member.plate, 'P');
  const tag = await convergeCode(on, who, member.tag, 'T');
  await convergePlan(on, customer, plate ?? tag, member);
  const codes = await codesOfCustomer(on.transaction, customer, on.signal);
  return { objid: customer, created: known === null, codes: codes.slice(-mostCodes) };
}

/**
 * Finds the customer to change: the one that this site returned last, if it still has a code of the member. If not, or if the site never
 * received the member, the one who has one of the codes, those that the site has first.
 */
async function findCustomer(on: WriteContext, member: SitewatchMember): Promise<number | null> {
  const { objid, others = [], foreign = [], known = [], plate, tag } = member;
  const own = [plate.was, tag.was, plate.now, tag.now, ...known];
  if (objid !== null && (await lockCustomer(on, objid)) && (await hasOneOf(on, objid, own))) return objid;
  for (const text of [plate.was, tag.was, plate.now, tag.now]) {
    const holder = text === null || foreign.includes(text) ? null : await codeByText(on, text);
    if (holder && !others.includes(holder.customer) && (await lockCustomer(on, holder.customer))) return holder.customer;
  }
  return null;
}

interface Who {
  customer: number;
  /** Whether none of the codes found a customer. */
  isNew: boolean;
  member: SitewatchMember;
}

/** @returns the current row of the code; null if the member has none */
async function convergeCode(on: WriteContext, who: Who, { now, was }: ToldCode, type: CodeType): Promise<SitewatchCode | null> {
  const { customer } = who;
  const { today } = who.member;
  const told = was === null || was === now ? null : await codeByText(on, was);
  const old = told?.customer === customer ? told : null;
  if (now === null) {
    if (old) await disableCode(on, old);
    return null;
  }
  await takeFromOthers(on, who, now);
  return (await reuseCode(on, customer, { text: now, old, today })) ?? insertCode(on, customer, now, type);
}

/**
 * @throws PosRefused if the code's customer is in a club that Stripe does not bill; ConcurrentWrite if another command has just created the
 * same new member
 */
async function takeFromOthers(on: WriteContext, { customer, isNew, member }: Who, text: string): Promise<void> {
  const holder = await codeByText(on, text);
  if (!holder || holder.customer === customer) return;
  const { others = [], foreign = [], today } = member;
  if (isNew && !others.includes(holder.customer) && !foreign.includes(text))
    throw new ConcurrentWrite(`${text} was assigned to another customer`);
  const club = (await runningPlans(on, holder.customer, today)).find(({ isStripe }) => !isStripe);
  if (club)
    throw new PosRefused(
      `${text} is in a non-Stripe club plan at this site ${club.expires ? `until ${club.expires}` : 'with no expiration'}`,
    );
  await disableCode(on, holder);
}

/** Runs the wanted Stripe plan and ends every other one today. */
async function convergePlan(
  on: WriteContext,
  customer: number,
  code: SitewatchCode | null,
  { plan, today }: SitewatchMember,
): Promise<void> {
  const running = (await runningPlans(on, customer, today)).filter(({ isStripe }) => isStripe);
  const wanted = plan !== null && plan.expires > today ? { ...plan, code: code?.objid ?? null } : null;
  const ofClass = running.filter(({ productClass }) => productClass === wanted?.productClass);
  const kept = ofClass.find((one) => one.expires === wanted?.expires && one.code === wanted.code) ?? ofClass[0];

  if (wanted && kept) await setPlan(on, kept, wanted);
  if (wanted && !kept) await insertPlan(on, { customer, starts: today, ...wanted });
  for (const other of running) if (other !== kept) await setPlan(on, other, { code: other.code, expires: today });
}
