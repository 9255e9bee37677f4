import { sql } from 'kysely';
import { v5 as uuidv5 } from 'uuid';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { readReply } from '@washdesk/rules/text/replies';
import { cleanText, stripControlCharacters } from '@washdesk/rules/text/text';
import type { Alert } from '../../../common/alert.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ForgedText, type InboundText, type InboundTexts } from '../../../ports/messaging.ts';
import { optIn, optOut } from './opt-outs.store.ts';

/** The longest part of a text in a note. */
const longestQuote = 1_000;
/** The author of a note with a customer's text. */
const author = 'Text message';

interface Parts {
  db: Db;
  clock: Clock;
  alert: Alert;
  inbound: InboundTexts;
}

/** @throws Failure 403 `bad_signature` */
export type HandleInboundText = (address: string, form: URLSearchParams, signature: string) => Promise<void>;

/**
 * Handles customers' texts (docs/rules/members.md#messages). A keyword stops or resumes texts, and the provider replies to it itself. Any
 * other text becomes a note with attention on the customers who have the number, and an alert.
 */
export function handleInboundText({ db, clock, alert, inbound }: Parts): HandleInboundText {
  const read = (address: string, form: URLSearchParams, signature: string): InboundText => {
    try {
      return inbound.read(address, form, signature);
    } catch (error) {
      if (error instanceof ForgedText) throw new Failure(403, 'bad_signature', error.message);
      throw error;
    }
  };
  return async (address, form, signature) => {
    const { id, from, text } = read(address, form, signature);
    const { wish, isKeyword } = readReply(text);
    const at = clock.now();
    if (wish === 'stop') await optOut(db, 'sms', from, at);
    if (wish === 'start') await optIn(db, 'sms', from);
    if (isKeyword) return;
    const note = `Text from ${formatPhone(from)}: “${quoted(text)}”${wish === 'stop' ? ' Texts to this number were stopped.' : ''}`;
    const customers = await db.transaction().execute(async (tx) => {
      const holders = await customersWithPhone(tx, from);
      for (const customer of holders) {
        // The provider may deliver a text twice.
        await writeNote(tx, {
          id: uuidv5(`${id} ${customer}`, uuidv5.URL),
          customer,
          note,
          attention: true,
          agent: author,
          operation: null,
          at,
        });
      }
      return holders;
    });
    for (const customer of customers) alert('inbound-text', { customer }, 'A customer sent a text; a note on the customer quotes it');
  };
}

const quoted = (text: string): string => redactCardNumbers(stripControlCharacters(cleanText(text)).trim()).slice(0, longestQuote);

async function customersWithPhone(tx: Tx, phone: string): Promise<string[]> {
  const digits = phone.replace(/\D/g, '').slice(-10);
  const { rows } = await sql<{ id: string }>`
    select id from mirror_customer
    where right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) = ${digits} and deleted_at is null order by created desc limit 20`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
