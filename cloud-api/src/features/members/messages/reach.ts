import type { TextRefusal } from '@washdesk/rules/billing/payment-link';
import { toE164 } from '@washdesk/rules/customers/phones';
import type { Db } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import type { Reach } from '../../../documents/message.ts';
import { contactAddressesOf, isTextable } from './contact-addresses.ts';
import { isOptedOut, optedOutPhones } from './opt-outs.store.ts';

export interface ReachParts {
  channels: readonly Channel[];
  placeholderEmailDomain: (db: Db) => Promise<string>;
}

/** By cell phone, otherwise by email. */
export const reachOf = (parts: ReachParts): Reach => reachFor(parts, false);

/** For what the customer requested: unsubscribing from emails does not refuse it; STOP ends every text. */
export const reachRequestedOf = (parts: ReachParts): Reach => reachFor(parts, true);

function reachFor({ channels, placeholderEmailDomain }: ReachParts, isRequested: boolean): Reach {
  return async (db, customer, except = []) => {
    const { phone, email, badEmail } = contactAddressesOf(customer, await placeholderEmailDomain(db));
    const takes = async (channel: Channel, address: string | null): Promise<boolean> =>
      address !== null &&
      channels.includes(channel) &&
      !except.includes(channel) &&
      ((isRequested && channel === 'email') || !(await isOptedOut(db, channel, address)));
    if (phone && isTextable(phone) && (await takes('sms', phone))) return { channel: 'sms', recipient: phone };
    if (email && !badEmail && (await takes('email', email))) return { channel: 'email', recipient: email };
    return null;
  };
}

/** Why each of these phone numbers gets no text; null if it does. */
export type WhyNotTexted = (db: Db, phones: readonly (string | null)[]) => Promise<(TextRefusal | null)[]>;

export function whyNotTextedBy(channels: readonly Channel[]): WhyNotTexted {
  return async (db, phones) => {
    const numbers = phones.map((phone) => toE164(phone ?? ''));
    const optedOut = await optedOutPhones(
      db,
      numbers.filter((number) => number !== null),
    );
    return numbers.map((number) => {
      if (!channels.includes('sms')) return 'not_set_up';
      if (number === null) return 'no_cell_phone';
      if (!isTextable(number)) return 'phone_not_textable';
      return optedOut.has(number) ? 'opted_out' : null;
    });
  };
}
