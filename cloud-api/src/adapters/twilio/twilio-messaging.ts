import type { Messaging, OutgoingMessage, SendOutcome } from '../../ports/messaging.ts';
import type { TwilioAccount } from './account.ts';
import { outcomeOf } from './outcomes.ts';
import { createMessage, messagesTo, type TwilioMessage } from './wire.ts';

const lookMs = 4_000;
const sendMs = 7_000;
/** The maximum difference between our clock and the provider's. */
const clocksApartMs = 10 * 60_000;

/**
 * Text messages. Twilio has no idempotency keys: before a second attempt, its list is searched for the first. Every text is different, so
 * the same text is the same message.
 */
export function twilioMessaging(account: TwilioAccount): Messaging {
  return {
    async send(message) {
      const { mayHaveGoneSince: since } = message;
      if (since) {
        const earlier = await earlierOf(account, message, since);
        if (earlier) return earlier;
      }
      try {
        const { sid } = await createMessage(account, message.to, message.text, AbortSignal.timeout(sendMs));
        return { kind: 'accepted', providerId: sid };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** Returns null if the provider does not have it. If the provider does not respond, nothing is sent. */
async function earlierOf(account: TwilioAccount, { to, text }: OutgoingMessage, since: Date): Promise<SendOutcome | null> {
  const isIt = ({ body, direction, date_created: created }: TwilioMessage): boolean =>
    direction.startsWith('outbound') && (body ?? '').trim() === text.trim() && Date.parse(created) >= since.getTime() - clocksApartMs;
  try {
    const found = (await messagesTo(account, to, AbortSignal.timeout(lookMs))).find(isIt);
    return found ? { kind: 'accepted', providerId: found.sid } : null;
  } catch {
    return { kind: 'unavailable', reason: 'The text message provider hasn’t confirmed the message' };
  }
}
