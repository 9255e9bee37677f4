import { emailReceipt, textReceipt, type MessageAnswer } from '@washdesk/contracts/members/communication';
import { ownScope, type Principal } from '../../../common/caller.ts';
import { Failure, notFound, keyReused } from '../../../common/failure.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import { queueMessage } from '../../../documents/message.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import { contactAddressesOf, isTextable } from './contact-addresses.ts';
import { messageAsked } from './messages.store.ts';
import { isOptedOut } from './opt-outs.store.ts';
import { sendNow } from './send-now.ts';

export interface ReceiptText {
  customer: string | null;
  title: string;
  text: string;
}

interface Options {
  db: Db;
  runJobNow: RunJobNow;
  clock: Clock;
  channels: readonly Channel[];
  gifts: GiftLimits;
  placeholderEmailDomain: (db: Db) => Promise<string>;
  /**
   * Returns the text of a receipt, by its id or the provider's id of its subject.
   * @throws Failure 404 `receipt_not_found`
   */
  receiptText: (id: string) => Promise<ReceiptText>;
}

const routeOf: Record<Channel, string> = { sms: textReceipt.path, email: emailReceipt.path };
const notSetUp: Record<Channel, string> = { sms: 'Text messages aren’t set up', email: 'Email isn’t set up' };
const subject = 'Your receipt';

export class ReceiptMessagesService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure as the contracts list them */
  async send(channel: Channel, receipt: string, by: Principal, key: string): Promise<MessageAnswer> {
    const { db, runJobNow } = this.#options;
    const asked = `${ownScope(by)} ${routeOf[channel]} ${key}`;
    const known = await messageAsked(db, asked);
    if (known && known.receipt !== receipt) throw keyReused();
    const id = known?.id ?? (await this.#queue(channel, receipt, asked, by));
    return sendNow(runJobNow, { id, channel });
  }

  async #queue(channel: Channel, receipt: string, asked: string, by: Principal): Promise<string> {
    const { db, clock, channels, receiptText, gifts } = this.#options;
    if (!channels.includes(channel)) throw new Failure(409, 'not_set_up', notSetUp[channel]);
    const { customer, title, text } = await receiptText(receipt);
    if (customer === null) throw notFound('customer_not_found', 'Customer Not Found');
    const recipient = await this.#addressOf(channel, await liveCustomer(db, customer));
    const said = channel === 'sms' ? { subject: null, text: compactReceipt(text) } : { subject: `${subject}: ${title}`, text };
    const message = {
      ...said,
      channel,
      recipient,
      kind: 'receipt',
      customer,
      operation: null,
      asked,
      receipt,
      by,
      at: clock.now(),
    } as const;
    if (channel !== 'sms') return db.transaction().execute((tx) => queueMessage(tx, message));
    const gift = { kind: 'texts', source: asked, customer, members: { phone: recipient } } as const;
    return gifts.reportingRefusals(by, () =>
      db.transaction().execute(async (tx) => {
        await gifts.count(tx, by, gift);
        return queueMessage(tx, message);
      }),
    );
  }

  async #addressOf(channel: Channel, customer: ProviderCustomer): Promise<string> {
    const { db, placeholderEmailDomain } = this.#options;
    const { phone, email, badEmail } = contactAddressesOf(customer, await placeholderEmailDomain(db));
    if (channel === 'email') {
      if (!email) throw new Failure(409, 'no_email', 'This customer has no email address');
      if (badEmail) throw new Failure(409, 'bad_email', 'Email to this customer bounced');
      return email;
    }
    if (!phone) throw new Failure(409, 'no_cell_phone', 'This customer has no cell phone');
    if (!isTextable(phone)) throw new Failure(409, 'phone_not_textable', 'Texts go to US and Canadian cell phones only');
    if (await isOptedOut(db, 'sms', phone)) throw new Failure(409, 'opted_out', 'The customer opted out of texts');
    return phone;
  }
}

/** The providers' limit is 1600 characters, including the reference that is appended. */
const longest = 1_550;

const isRule = (line: string): boolean => /^[\s\-─═=_]*$/u.test(line);

/** Formats a paper receipt for a phone: without rules, blank lines and padding between columns. */
export function compactReceipt(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !isRule(line))
    .map((line) => line.trim().replaceAll(/\s{2,}/g, '  '));
  const whole = lines.join('\n');
  return whole.length <= longest ? whole : `${whole.slice(0, longest - 1)}…`;
}
