import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ForgedText, type InboundText, type InboundTexts } from '../../../ports/messaging.ts';
import { optIn, optOut } from './opt-outs.store.ts';

/** Keywords with which US carriers and Twilio stop and resume texts. */
const stop = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'];
const start = ['START', 'UNSTOP', 'YES'];

interface Parts {
  db: Db;
  clock: Clock;
  inbound: InboundTexts;
}

/** @throws Failure 403 `bad_signature` */
export type HandleInboundText = (address: string, form: URLSearchParams, signature: string) => Promise<void>;

/** Handles customers' replies. Only the stop and start keywords have an effect; the provider replies to those itself. */
export function handleInboundText({ db, clock, inbound }: Parts): HandleInboundText {
  const read = (address: string, form: URLSearchParams, signature: string): InboundText => {
    try {
      return inbound.read(address, form, signature);
    } catch (error) {
      if (error instanceof ForgedText) throw new Failure(403, 'bad_signature', error.message);
      throw error;
    }
  };
  return async (address, form, signature) => {
    const { from, text } = read(address, form, signature);
    const word = text.trim().toUpperCase();
    if (stop.includes(word)) await optOut(db, 'sms', from, clock.now());
    if (start.includes(word)) await optIn(db, 'sms', from);
  };
}
