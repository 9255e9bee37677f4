import { randomUUID } from 'node:crypto';
import { signInMessage, signInMinutes } from '@washdesk/rules/customers/member-messages';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { codePlace, linkPlace, type MemberLinks } from '../../../common/member-links.ts';
import { hashOfSecret } from '../../../common/rotating-secrets.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import { queueMessage, type Reach, type Reached } from '../../../documents/message.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  addOwnLink,
  assignLink,
  contactIn,
  dropContact,
  memberWithContact,
  requestedLink,
  type ContactKind,
  type RequestedLink,
} from './member-links.store.ts';
import { memberPrincipal } from './member-principal.ts';

interface Options {
  db: Db;
  clock: Clock;
  links: MemberLinks;
  reachRequested: Reach;
  jobsAdded: () => void;
}

/** Links per hour. */
export const mostLinksOfMember = 5;
export const memberRequests = (customer: string): string => `member-request:member:${customer}`;

/** The channel that the visitor did not type an address of; it is only the second choice. */
const secondChoice: Readonly<Record<ContactKind, readonly Channel[]>> = { email: ['sms'], phone: ['email'], plate: [] };

/** @returns the id of the request; nothing is sent to a member who can't be reached */
export type SendOwnLink = (to: { customer: string; lang: MemberLanguage; requestId: string }) => Promise<string>;

/** Sends the links to sign in. */
export function signInLinks({ db, clock, links, reachRequested, jobsAdded }: Options) {
  async function reach(id: string, except: readonly Channel[]): Promise<Reached | null> {
    const customer = await liveCustomer(db, id);
    return (await reachRequested(db, customer, except)) ?? (except.length > 0 ? reachRequested(db, customer) : null);
  }

  async function recipientOf(contact: string): Promise<{ customer: string; reached: Reached } | null> {
    const typed = contactIn(contact);
    const customer = await memberWithContact(db, typed);
    const reached = customer && (await reach(customer, secondChoice[typed.kind]));
    if (!reached) return null;
    return (await countInHour(db, memberRequests(customer))).attempts > mostLinksOfMember ? null : { customer, reached };
  }

  async function queue(
    tx: Tx,
    { id, lang }: Pick<RequestedLink, 'id' | 'lang'>,
    { customer, reached }: { customer: string; reached: Reached },
    requestId: string,
  ): Promise<void> {
    const at = clock.now();
    const by = memberPrincipal(requestId);
    const { subject, text } = signInMessage(lang, { link: linkPlace(lang), code: codePlace });
    const message = { ...reached, kind: 'member-link', subject, text } as const;
    await queueMessage(tx, { ...message, customer, operation: null, asked: `member-link ${id}`, receipt: id, by, at });
    const after = { channel: reached.channel };
    await writeAudit(tx, { ...auditBy(by), action: 'member.link-sent', subject: `customer:${customer}`, after, at });
  }

  const hashesOf = (id: string) => ({ tokenHash: hashOfSecret(links.tokenOf(id)), codeHash: hashOfSecret(links.codeOf(id)) });

  const sendOwn: SendOwnLink = async ({ customer, lang, requestId }) => {
    const id = randomUUID();
    const reached = await reach(customer, []);
    if (!reached) return id;
    await db.transaction().execute(async (tx) => {
      await addOwnLink(tx, { id, kind: 'sign-in', customer, ...hashesOf(id), lasts: { minutes: signInMinutes } });
      await queue(tx, { id, lang }, { customer, reached }, requestId);
    });
    jobsAdded();
    return id;
  };

  /** Looks up who requested a link; a stranger's request ends here. */
  const settle = async (job: ClaimedJob<'member-sign-in.send'>): Promise<Attempt> => {
    const requested = await requestedLink(db, job.key);
    const recipient = requested && (await recipientOf(requested.contact));
    await db.transaction().execute(async (tx) => {
      // of two runs of the job one sends
      const isFirst = await dropContact(tx, job.key);
      if (!isFirst || !recipient) return;
      await assignLink(tx, job.key, { customer: recipient.customer, ...hashesOf(job.key) });
      await queue(tx, requested, recipient, causeOf(job).requestId);
    });
    if (recipient) jobsAdded();
    return { kind: 'done', result: {} };
  };

  return { sendOwn, settle };
}
