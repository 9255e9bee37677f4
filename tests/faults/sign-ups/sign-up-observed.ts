import type { Stripe } from 'stripe';
import type { Pool } from '@washdesk/cloud-api/db/pool';
import type { Job } from '@washdesk/contracts/system/job';
import type { Workbench } from '@washdesk/workbench/workbench';
import type { Register } from '../../workbench/register.ts';
import { querySitewatch, sitewatchOf } from '../../workbench/sitewatch.ts';
import { sitewatchMembersAt, type SitewatchMemberState } from '../sites/sitewatch-members.ts';

/** The person to look up in the systems. */
export interface Subject {
  /** Null if no browser has received the customer's id. */
  customer: string | null;
  plate: string;
  email: string;
  /** E.164; null for a person without texts. */
  phone: string | null;
}

/** The data of a person in each system since the test began, in a form that is readable in a failure. */
export interface ObservedState {
  customersAtStripe: number;
  /** Prices of the running plans. */
  plans: string[];
  /** The same plans in the cloud's mirror. */
  plansInMirror: string[];
  succeededCharges: number;
  paidInvoices: number;
  /** The kinds of the receipts. */
  receipts: string[];
  signatures: number;
  notes: number;
  messages: number;
  /** Texts delivered to their phone. */
  texts: number;
  /** Receipts printed at the site. */
  papers: number;
  groups: string[];
  /** At each site: the number of customers of that name, enabled codes, classes of the running plans. */
  sites: { customers: number; codes: string[]; plans: string[] }[];
  /** Jobs that are pending or were refused. */
  open: string[];
}

const sites = [12, 27] as const;
const running = ['active', 'trialing', 'past_due'];

/** The parts of a workbench to query, wherever it runs. */
export type WorkbenchAccess = Pick<Workbench, 'url' | 'company' | 'control' | 'sitewatch' | 'enrolmentLink'>;

interface Asked {
  workbench: WorkbenchAccess;
  pool: Pool;
  stripe: Stripe;
  register: Register;
  since: Date;
}

/** Results about all people, read once. */
interface Answered {
  texts: { to: string }[];
  paper: { text: string }[];
  customers: Stripe.Customer[];
  atSites: { members: Record<string, SitewatchMemberState | null>; customers: Map<string, number> }[];
}

/** @returns in the order of the subjects */
export async function readObservedStates(asked: Asked, subjects: readonly Subject[]): Promise<ObservedState[]> {
  const { workbench } = asked;
  const plates = subjects.map(({ plate }) => plate);
  const [phone, printer, customers, ...atSites] = await Promise.all([
    stateOf<{ texts: { to: string }[] }>(workbench, 'phone'),
    stateOf<{ paper: { text: string }[] }>(workbench, 'printer-12'),
    newCustomers(asked),
    ...sites.map((site) => atSite(asked, site, plates)),
  ]);
  const answered = { texts: phone.texts, paper: printer.paper, customers, atSites };
  const truths: ObservedState[] = [];
  for (const subject of subjects) truths.push(await truthOf(asked, answered, subject));
  return truths;
}

async function truthOf(asked: Asked, { texts, paper, customers, atSites }: Answered, subject: Subject): Promise<ObservedState> {
  const { plate, email, phone } = subject;
  const own = customers.filter(({ metadata }) => metadata['CustomerCode'] === plate);
  const id = subject.customer ?? own[0]?.id ?? null;
  const at = atSites.map(({ members, customers: byMail }) => ({
    customers: byMail.get(email) ?? 0,
    codes: members[plate]?.codes ?? [],
    plans: (members[plate]?.plans ?? []).map((plan) => plan.replace(/ until .*/, '')),
  }));
  return {
    customersAtStripe: own.length,
    ...(await atStripe(asked, id)),
    ...(await inDatabase(asked, id)),
    texts: texts.filter(({ to }) => to === phone).length,
    papers: paper.filter(({ text }) => text.includes(plate)).length,
    ...(await atCloud(asked, id)),
    sites: at,
  };
}

async function stateOf<S>(workbench: WorkbenchAccess, name: string): Promise<S> {
  return (await (await fetch(`${workbench.control(name)}/state`)).json()) as S;
}

async function newCustomers({ stripe, since }: Asked): Promise<Stripe.Customer[]> {
  const all: Stripe.Customer[] = [];
  // newest first
  for await (const one of stripe.customers.list({ limit: 100 })) {
    if (one.created * 1_000 < since.getTime()) break;
    all.push(one);
  }
  return all;
}

async function atSite({ workbench }: Asked, site: number, plates: readonly string[]) {
  const address = sitewatchOf(workbench, site);
  const [members, rows] = await Promise.all([
    sitewatchMembersAt(workbench, site, plates, new Date()),
    querySitewatch<{ email: string | null; count: number }>(address, 'select EMAIL, count(*) from CUSTOMER group by EMAIL'),
  ]);
  return { members, customers: new Map(rows.map(({ email, count }) => [email?.trim() ?? '', count])) };
}

async function atStripe({ stripe, since }: Asked, customer: string | null) {
  if (customer === null) return { plans: [], succeededCharges: 0, paidInvoices: 0 };
  const [subscriptions, charges, invoices] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    stripe.charges.list({ customer, limit: 100 }),
    stripe.invoices.list({ customer, limit: 100 }),
  ]);
  const isNew = ({ created }: { created: number }): boolean => created * 1_000 >= since.getTime();
  return {
    plans: subscriptions.data.filter(({ status }) => running.includes(status)).map(({ items }) => items.data[0]!.price.id),
    succeededCharges: charges.data.filter((charge) => charge.status === 'succeeded' && isNew(charge)).length,
    paidInvoices: invoices.data.filter((invoice) => invoice.amount_paid > 0 && isNew(invoice)).length,
  };
}

async function inDatabase({ pool: { db }, since }: Asked, customer: string | null) {
  if (customer === null) return { receipts: [], signatures: 0, notes: 0, messages: 0 };
  const [receipts, signatures, notes, messages] = await Promise.all([
    db.selectFrom('receipt').select('kind').where('customer', '=', customer).where('created', '>=', since).execute(),
    db.selectFrom('signature').select('id').where('customer', '=', customer).where('requested', '>=', since).execute(),
    db.selectFrom('note').select('id').where('customer', '=', customer).where('created', '>=', since).execute(),
    db.selectFrom('message').select('id').where('customer', '=', customer).where('requested', '>=', since).execute(),
  ]);
  return {
    receipts: receipts.map(({ kind }) => kind),
    signatures: signatures.length,
    notes: notes.length,
    messages: messages.length,
  };
}

/** The state as a register sees it. */
async function atCloud({ register }: Asked, customer: string | null) {
  if (customer === null) return { plansInMirror: [], groups: [], open: [] };
  const seen = async <Body>(what: string): Promise<Body> => (await register.call(`/customer/${customer}/${what}`)).body as Body;
  const { subscriptions } = await seen<{ subscriptions: { status: string; plan: { id: string } }[] }>('subscriptions');
  const { groups } = await seen<{ groups: string[] }>('thecard');
  const { jobs } = await seen<{ jobs: Job[] }>('jobs');
  // `plan.begun` checks a minute later whether the customer paid at Stripe directly, and does nothing if our call made the payment
  const open = jobs.filter(({ state, what }) => state === 'failed' || (state === 'pending' && what !== 'plan.begun'));
  return {
    plansInMirror: subscriptions.filter(({ status }) => running.includes(status)).map(({ plan }) => plan.id),
    groups,
    open: open.map(({ what, site, state, reason }) => [what, site, state, reason].join(' ')),
  };
}
