import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import { queueMessage, type NewMessage } from '../../../documents/message.ts';
import { isOptedOut } from './opt-outs.store.ts';
import { contactAddressesOf } from './contact-addresses.ts';
import { welcomeFactsOf, type WelcomeFacts } from './welcome-facts.store.ts';
import { welcomeSubject, welcomeText } from './welcome-text.ts';

export interface WelcomeParts {
  /** The channels of this installation. */
  channels: readonly Channel[];
  placeholderEmailDomain: (db: Db) => Promise<string>;
}

export type WelcomeRequest = Pick<NewMessage, 'operation' | 'asked' | 'by' | 'at'> & { customer: string };

interface Queued {
  id: string;
  channel: Channel;
}

/** Writes the welcome of a new member; null where there is no way to send one. */
export type EnqueueWelcome = (tx: Tx, request: WelcomeRequest) => Promise<Queued | null>;

/** A customer whose loyalty card was registered at the sign-up needs no welcome. */
export function enqueueWelcome(parts: WelcomeParts): EnqueueWelcome {
  return async (tx, { customer: id, operation, asked, by, at }) => {
    const facts = await welcomeFactsOf(tx, id);
    if (!facts || (operation !== null && facts.customer.metadata?.[customerKeys.theCard])) return null;
    const to = await addressOf(tx, parts, facts);
    if (!to) return null;
    const { channel, recipient } = to;
    const text = welcomeText({ ...facts, name: facts.customer.name ?? null }, channel);
    const subject = channel === 'email' ? welcomeSubject : null;
    const message = { channel, recipient, kind: 'welcome', subject, text, customer: id, operation, asked, receipt: null, by, at } as const;
    return { id: await queueMessage(tx, message), channel };
  };
}

/** The customer's cell phone, else the e-mail address; none where the customer opted out. */
async function addressOf(
  tx: Tx,
  { channels, placeholderEmailDomain }: WelcomeParts,
  { customer }: WelcomeFacts,
): Promise<{ channel: Channel; recipient: string } | null> {
  const { phone, email, badEmail } = contactAddressesOf(customer, await placeholderEmailDomain(tx));
  const takes = async (channel: Channel, address: string | null): Promise<boolean> =>
    address !== null && channels.includes(channel) && !(await isOptedOut(tx, channel, address));
  if (phone && (await takes('sms', phone))) return { channel: 'sms', recipient: phone };
  if (email && !badEmail && (await takes('email', email))) return { channel: 'email', recipient: email };
  return null;
}
