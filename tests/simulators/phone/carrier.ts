import { newText, type TextMessage } from './text-message.ts';
import { WireError } from './wire-error.ts';

const stop = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];
const start = ['START', 'UNSTOP', 'YES'];
const e164 = /^\+[1-9]\d{7,14}$/;

/** All texts between the company's number and people's phones, with the opt-outs. */
export class Carrier {
  readonly texts: TextMessage[] = [];
  readonly optedOut = new Set<string>();
  readonly number: string;

  constructor(number: string) {
    this.number = number;
  }

  /**
   * @param dead numbers that do not exist
   * @throws WireError
   */
  take(form: URLSearchParams, dead: readonly string[]): TextMessage {
    const [to, from, body] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '') as [string, string, string];
    if (to === '') throw new WireError(400, 21604, "A 'To' phone number is required.");
    if (body === '') throw new WireError(400, 21602, 'Message body is required.');
    if (body.length > 1_600) throw new WireError(400, 21617, 'The concatenated message body exceeds the 1600 character limit');
    if (from !== this.number) throw new WireError(400, 21606, `The 'From' number ${from} is not a valid, SMS-capable inbound phone number`);
    if (!e164.test(to) || dead.includes(to)) throw new WireError(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    if (this.optedOut.has(to)) throw new WireError(400, 21610, 'Attempt to send to unsubscribed recipient');
    return this.#keep({ from, to, body, direction: 'outbound-api' });
  }

  /** Returns the texts, newest first. */
  list(to: string | null, most: number): TextMessage[] {
    return this.texts
      .filter((text) => to === null || text.to === to)
      .toReversed()
      .slice(0, most);
  }

  /** Receives a person's text to the company. */
  hear(from: string, body: string): TextMessage {
    const word = body.trim().toUpperCase();
    if (stop.includes(word)) this.optedOut.add(from);
    if (start.includes(word)) this.optedOut.delete(from);
    return this.#keep({ from, to: this.number, body, direction: 'inbound' });
  }

  #keep(text: Omit<TextMessage, 'sid' | 'at'>): TextMessage {
    const kept = newText(text);
    this.texts.push(kept);
    return kept;
  }
}
