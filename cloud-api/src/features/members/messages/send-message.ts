import type { Selectable } from 'kysely';
import { msUntilHours } from '@washdesk/rules/dates/day-hours';
import type { MemberLinks } from '../../../common/member-links.ts';
import type { Db } from '../../../db/pool.ts';
import type { MessageTable } from '../../../db/tables/messages.ts';
import { hasMemberLink, mayBeUnsubscribed } from '../../../documents/message.ts';
import { attemptFromError } from '../../../jobs/attempt-from-error.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Messaging, SendOutcome } from '../../../ports/messaging.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { FlagBadEmail } from './bad-email.ts';
import { isTextable } from './contact-addresses.ts';
import { markRefused, markSent, messageById, messagesBefore } from './messages.store.ts';
import { isOptedOut, optOut } from './opt-outs.store.ts';

type Message = Selectable<MessageTable>;

interface Parts {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  messaging: Messaging;
  flagBadEmail: FlagBadEmail;
  /** Fills in the secrets of a member's link, which the stored text leaves open. */
  memberLinks: Pick<MemberLinks, 'filled'>;
  /** The unsubscribe page of an email. */
  unsubscribePage: (token: string) => string;
}

/** Time within which the provider lists a message whose response was lost. */
const listedAfterMs = 20_000;

/** Messages per recipient and hour: a limit against floods, by mistake or on purpose. */
const mostAnHour = { sms: 6, email: 12 } as const;

const wantsNone = { kind: 'refused', because: 'opted_out', reason: 'The customer opted out of these messages' } as const;
const notTextable = { kind: 'refused', because: 'other', reason: 'Texts go to US and Canadian cell phones only' } as const;
const tooMany = { kind: 'refused', because: 'other', reason: 'This recipient reached the hourly message limit' } as const;

type SendJob = Pick<ClaimedJob, 'id' | 'key' | 'attempts' | 'requestId' | 'device'>;

/** Sends a message once, as far as the provider can detect duplicates (docs/rules/members.md#messages). */
export function sendMessage(parts: Parts) {
  return async (job: SendJob): Promise<Attempt> => {
    const { key, attempts } = job;
    const message = await messageById(parts.db, key);
    if (!message) return { kind: 'refused', reason: 'The message was removed' };
    if (message.state === 'sent' || message.state === 'discarded') return { kind: 'done', result: {} };
    const waitMs = await untilItsHours(parts, message);
    if (waitMs > 0) return { kind: 'later', reason: 'Waiting for the notice sending hours', waitMs };
    const refusal = await refusalOf(parts.db, message);
    const outcome = refusal ?? (await parts.messaging.send(outgoing(parts, message, attempts)));
    return settled(parts, message, outcome, causeOf(job).requestId);
  };
}

/** The longest time before a waiting message's hours are read again, because they may change. */
const longestWaitMs = 30 * 60_000;

async function untilItsHours({ clock, settings }: Parts, { hours_zone: zone }: Message): Promise<number> {
  return zone === null ? 0 : Math.min(longestWaitMs, msUntilHours(clock.now(), zone, await settings('noticeHours')));
}

/** Whether the recipient opted out: of all texts, or of all emails that can be unsubscribed from. */
async function isUnwanted(db: Db, { channel, kind, recipient }: Message): Promise<boolean> {
  return (channel === 'sms' || mayBeUnsubscribed(kind)) && (await isOptedOut(db, channel, recipient));
}

async function refusalOf(db: Db, message: Message): Promise<Extract<SendOutcome, { kind: 'refused' }> | null> {
  if (await isUnwanted(db, message)) return wantsNone;
  if (message.channel === 'sms' && !isTextable(message.recipient)) return notTextable;
  return (await messagesBefore(db, message.id)) >= mostAnHour[message.channel] ? tooMany : null;
}

function outgoing(
  { memberLinks, unsubscribePage }: Parts,
  { id, channel, recipient, subject, text: stored, html, unsubscribe, queued, kind, receipt }: Message,
  attempts: number,
) {
  const page = unsubscribe && unsubscribePage(unsubscribe);
  const text = receipt !== null && hasMemberLink(kind) ? memberLinks.filled(stored, receipt) : stored;
  return {
    id,
    channel,
    to: recipient,
    subject,
    text: page ? `${text}\n\nTo unsubscribe: ${page}` : text,
    html,
    unsubscribe: page,
    mayHaveGoneSince: attempts > 1 ? queued : null,
  };
}

async function settled(parts: Parts, message: Message, outcome: SendOutcome, requestId: string): Promise<Attempt> {
  switch (outcome.kind) {
    case 'accepted':
      await markSent(parts.db, message.id, outcome.providerId, parts.clock.now());
      return { kind: 'done', result: {} };
    case 'refused':
      return refused(parts, message, requestId, outcome);
    case 'unavailable':
      return { kind: 'later', reason: outcome.reason };
    case 'unknown':
      return { kind: 'later', reason: outcome.reason, waitMs: listedAfterMs };
    default:
      return outcome satisfies never;
  }
}

async function refused(
  { db, clock, flagBadEmail }: Parts,
  { id, channel, recipient, customer, kind }: Message,
  requestId: string,
  { because, reason }: Extract<SendOutcome, { kind: 'refused' }>,
): Promise<Attempt> {
  if (because === 'opted_out') await optOut(db, channel, recipient, clock.now());
  if (because === 'bad_address' && channel === 'email' && customer) {
    try {
      await flagBadEmail({ message: id, requestId, customer, email: recipient });
    } catch (error) {
      // a retry is rejected for the same address again, and the flag is set then
      const attempt = attemptFromError(error);
      if (attempt.kind === 'later') return attempt;
    }
  }
  await markRefused(db, id, reason);
  // a rejected notice is sent through another channel; no one has to handle the job
  return kind === 'price-increase' ? { kind: 'done', result: { refused: reason } } : { kind: 'refused', reason };
}
