import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { Tx } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import { queueMessage, type NewMessage, type Reach, type Reached } from '../../../documents/message.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { OperationActor } from '../../../operations/operation.ts';
import { welcomeFactsOf } from './welcome-facts.store.ts';
import { welcomeSubject, welcomeText } from './welcome-text.ts';

export type WelcomeRequest = Pick<NewMessage, 'operation' | 'asked' | 'at'> & { customer: string; by: OperationActor };

interface Queued {
  id: string;
  channel: Channel;
}

/** Writes the welcome message of a new member; null if no channel is available. @throws Failure 403 `forbidden` above a limit of texts */
export type EnqueueWelcome = (tx: Tx, request: WelcomeRequest) => Promise<Queued | null>;

/**
 * A customer who registered a loyalty card at the sign-up gets no welcome message. A text counts for the limits of texts; above them a
 * sign-up sends an email instead, because it has been paid.
 */
export function enqueueWelcome(reach: Reach, gifts: GiftLimits): EnqueueWelcome {
  async function withinLimits(tx: Tx, { customer, operation, asked, by }: WelcomeRequest, { recipient }: Reached): Promise<boolean> {
    const gift = { kind: 'texts', source: asked ?? `welcome ${operation}`, customer, members: { phone: recipient } } as const;
    if (operation !== null) return gifts.countIfAllowed(tx, by, { ...gift, operation });
    await gifts.count(tx, by, gift);
    return true;
  }

  return async (tx, request) => {
    const { customer: id, operation, asked, by, at } = request;
    const facts = await welcomeFactsOf(tx, id);
    if (!facts || (operation !== null && facts.customer.metadata?.[customerKeys.theCard])) return null;
    let to = await reach(tx, facts.customer);
    if (to?.channel === 'sms' && !(await withinLimits(tx, request, to))) to = await reach(tx, facts.customer, ['sms']);
    if (!to) return null;
    const text = welcomeText({ ...facts, name: facts.customer.name ?? null }, to.channel);
    const message = {
      ...to,
      kind: 'welcome',
      subject: welcomeSubject,
      text,
      customer: id,
      operation,
      asked,
      receipt: null,
      by,
      at,
    } as const;
    return { id: await queueMessage(tx, message), channel: to.channel };
  };
}
