import { emailReceipt, textReceipt, type MessageAnswer } from '@washdesk/contracts/members/communication';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import type { RequestedMessages } from './requested-messages.ts';

export interface ReceiptText {
  customer: string | null;
  title: string;
  text: string;
}

interface Options {
  requested: RequestedMessages;
  /**
   * Returns the text of a receipt, by its id or the provider's id of its subject.
   * @throws Failure 404 `receipt_not_found`
   */
  receiptText: (id: string) => Promise<ReceiptText>;
}

const routeOf: Record<Channel, string> = { sms: textReceipt.path, email: emailReceipt.path };
const subject = 'Your receipt';

export class ReceiptMessagesService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure as the contracts list them */
  send(channel: Channel, receipt: string, by: Principal, key: string): Promise<MessageAnswer> {
    const { requested, receiptText } = this.#options;
    return requested.send({ route: routeOf[channel], channel, about: receipt, by, key }, async () => {
      const { customer, title, text } = await receiptText(receipt);
      if (customer === null) throw notFound('customer_not_found', 'Customer Not Found');
      const said = channel === 'sms' ? { subject: null, text: compactReceipt(text) } : { subject: `${subject}: ${title}`, text };
      return { ...said, kind: 'receipt', customer };
    });
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
