import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { Tx } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import { queueMessage, type NewMessage } from '../../../documents/message.ts';
import type { Reach } from './reach.ts';
import { welcomeFactsOf } from './welcome-facts.store.ts';
import { welcomeSubject, welcomeText } from './welcome-text.ts';

export type WelcomeRequest = Pick<NewMessage, 'operation' | 'asked' | 'by' | 'at'> & { customer: string };

interface Queued {
  id: string;
  channel: Channel;
}

/** Writes the welcome message of a new member; null if no channel is available. */
export type EnqueueWelcome = (tx: Tx, request: WelcomeRequest) => Promise<Queued | null>;

/** A customer who registered a loyalty card at the sign-up gets no welcome message. */
export function enqueueWelcome(reach: Reach): EnqueueWelcome {
  return async (tx, { customer: id, operation, asked, by, at }) => {
    const facts = await welcomeFactsOf(tx, id);
    if (!facts || (operation !== null && facts.customer.metadata?.[customerKeys.theCard])) return null;
    const to = await reach(tx, facts.customer);
    if (!to) return null;
    const { channel, recipient } = to;
    const text = welcomeText({ ...facts, name: facts.customer.name ?? null }, channel);
    const subject = channel === 'email' ? welcomeSubject : null;
    const message = { channel, recipient, kind: 'welcome', subject, text, customer: id, operation, asked, receipt: null, by, at } as const;
    return { id: await queueMessage(tx, message), channel };
  };
}
