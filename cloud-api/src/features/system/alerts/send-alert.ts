import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import type { AlertWebhook } from '../../../ports/alert-webhook.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Messaging } from '../../../ports/messaging.ts';
import { sentAlert, type Words } from './alert-messages.ts';
import { signingSecrets } from './recipient-secret.ts';
import type { Recipient } from './recipients.store.ts';

interface Delivering {
  messaging: Partial<Record<Channel, Messaging>>;
  webhook: AlertWebhook;
  secretOf: ReturnType<typeof signingSecrets>;
}

interface Parts extends Delivering {
  db: Db;
  clock: Clock;
}

/** A text is limited: the rest is on the page of alerts. */
const mostText = 450;

const storedAlerts = z.array(z.looseObject({ step: z.string().nullable(), cleared: z.string().nullable() }));

/** Sends one message of an alert to one recipient. A message whose recipient was removed is not sent. */
export const sendAlert =
  (parts: Parts) =>
  async ({ key, attempts }: Pick<ClaimedJob, 'key' | 'attempts'>): Promise<Attempt> => {
    const { db, clock } = parts;
    const message = await messageOf(db, key);
    if (!message || message.sent) return { kind: 'done', result: {} };
    const outcome = await deliver(parts, message, attempts);
    if (outcome.kind === 'accepted') {
      await db.updateTable('alert_message').set({ sent: clock.now(), refused: null }).where('id', '=', key).execute();
      return { kind: 'done', result: {} };
    }
    await db.updateTable('alert_message').set({ refused: outcome.reason }).where('id', '=', key).execute();
    return { kind: outcome.kind === 'refused' ? 'refused' : 'later', reason: outcome.reason };
  };

/** Sends a message that is not stored. @returns whether it is sent or never will be */
export const sendUnstored =
  (parts: Delivering) =>
  async ({ id: recipient, channel, address }: Recipient, { alerts, ...words }: Words, created: Date): Promise<boolean> => {
    const message = { ...words, id: uuidv7(), alerts: alerts.map(sentAlert), recipient, channel, address, created };
    const { kind } = await deliver(parts, message, 1);
    // without a response it may have arrived: a second one would not say more
    return kind === 'accepted' || kind === 'refused' || kind === 'unknown';
  };

const deliver = (parts: Delivering, message: Message, attempts: number) =>
  message.channel === 'webhook' ? post(parts, message) : send(parts, message, message.channel, attempts);

const messageOf = (db: Db, id: string) =>
  db
    .selectFrom('alert_message as m')
    .innerJoin('alert_recipient as r', 'r.id', 'm.recipient')
    .select(['m.id', 'm.recipient', 'm.kind', 'm.subject', 'm.text', 'm.alerts', 'm.created', 'm.sent', 'r.channel', 'r.address'])
    .where('m.id', '=', id)
    .executeTakeFirst();

type Message = Omit<NonNullable<Awaited<ReturnType<typeof messageOf>>>, 'sent' | 'alerts'> & { alerts: unknown };

function post({ webhook, secretOf }: Delivering, { id, recipient, kind, subject, text, alerts, created, address }: Message) {
  const body = { v: 1, id, kind, created: created.toISOString(), subject, text, alerts: storedAlerts.parse(alerts) };
  return webhook.call({ url: address, secret: secretOf(recipient), body });
}

/** A text message names the next step of a single alert; of several the page has them. */
function textWords({ subject, alerts }: Message): string {
  const [alert, another] = storedAlerts.parse(alerts);
  const step = alert?.step && alert.cleared === null && !another ? `. ${alert.step}` : '';
  return `Washdesk: ${subject}${step}`.slice(0, mostText);
}

async function send({ messaging }: Delivering, message: Message, channel: Channel, attempts: number) {
  const { id, subject, text, created, address } = message;
  const messages = messaging[channel];
  if (!messages) return { kind: 'refused' as const, reason: channel === 'sms' ? 'Text messages aren’t set up' : 'Email isn’t set up' };
  return messages.send({
    id,
    channel,
    to: address,
    subject: channel === 'sms' ? null : `[Washdesk] ${subject}`,
    text: channel === 'sms' ? textWords(message) : text,
    html: null,
    unsubscribe: null,
    mayHaveGoneSince: attempts > 1 ? created : null,
  });
}
