import type { MessageAnswer } from '@washdesk/contracts/members/communication';
import { textRefusals } from '@washdesk/rules/billing/payment-link';
import { ownScope, type Principal } from '../../../common/caller.ts';
import { Failure, keyReused } from '../../../common/failure.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Channel, MessageKind } from '../../../db/tables/messages.ts';
import { queueMessage } from '../../../documents/message.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import { contactAddressesOf } from './contact-addresses.ts';
import { messageAsked } from './messages.store.ts';
import type { WhyNotTexted } from './reach.ts';
import { sendNow } from './send-now.ts';

interface Options {
  db: Db;
  runJobNow: RunJobNow;
  clock: Clock;
  channels: readonly Channel[];
  gifts: GiftLimits;
  placeholderEmailDomain: (db: Db) => Promise<string>;
  whyNotTexted: WhyNotTexted;
}

interface Request {
  route: string;
  channel: Channel;
  /** The id of what the message is about, as the caller sent it. */
  about: string;
  by: Principal;
  key: string;
}

interface Content {
  kind: MessageKind;
  customer: string;
  subject: string | null;
  text: string;
  /** What else is written in the message's transaction. */
  within?: (tx: Tx, at: Date) => Promise<void>;
}

const notSetUp: Record<Channel, string> = { sms: textRefusals.not_set_up, email: 'Email isn’t set up' };

/** Messages that a user sends to a customer: once per request, within the limits of texts. */
export class RequestedMessages {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Sends what `write` returns, which a repeated request does not read again.
   * @throws Failure as the contracts list them
   */
  async send(request: Request, write: () => Promise<Content>): Promise<MessageAnswer> {
    const { db, runJobNow } = this.#options;
    const { route, channel, about, by, key } = request;
    const asked = `${ownScope(by)} ${route} ${key}`;
    const known = await messageAsked(db, asked);
    if (known && known.receipt !== about) throw keyReused();
    const id = known?.id ?? (await this.#queue(request, asked, write));
    return sendNow(runJobNow, { id, channel });
  }

  async #queue({ channel, about, by }: Request, asked: string, write: () => Promise<Content>): Promise<string> {
    const { db, clock, channels, gifts } = this.#options;
    if (!channels.includes(channel)) throw new Failure(409, 'not_set_up', notSetUp[channel]);
    const { within, ...content } = await write();
    const { customer } = content;
    const recipient = await this.#addressOf(channel, await liveCustomer(db, customer));
    const at = clock.now();
    const message = { ...content, channel, recipient, operation: null, asked, receipt: about, by, at };
    const gift = { kind: 'texts', source: asked, customer, members: { phone: recipient } } as const;
    return gifts.reportingRefusals(by, () =>
      db.transaction().execute(async (tx) => {
        if (channel === 'sms') await gifts.count(tx, by, gift);
        await within?.(tx, at);
        return queueMessage(tx, message);
      }),
    );
  }

  async #addressOf(channel: Channel, customer: ProviderCustomer): Promise<string> {
    const { db, placeholderEmailDomain, whyNotTexted } = this.#options;
    const { phone, email, badEmail } = contactAddressesOf(customer, await placeholderEmailDomain(db));
    if (channel === 'email') {
      if (!email) throw new Failure(409, 'no_email', 'This customer has no email address');
      if (badEmail) throw new Failure(409, 'bad_email', 'Email to this customer bounced');
      return email;
    }
    const [refusal = null] = await whyNotTexted(db, [phone]);
    if (phone !== null && refusal === null) return phone;
    const code = refusal ?? 'no_cell_phone';
    throw new Failure(409, code, textRefusals[code]);
  }
}
