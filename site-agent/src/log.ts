import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { pino, type LevelWithSilent, type Logger } from 'pino';

/** One line of JSON an event on stdout. What looks like a card number is removed (docs/site-devices.md#card-numbers). */
export function createLog(level: LevelWithSilent, site: number): Logger {
  return pino({ level, base: { site }, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: redactCardNumbers } });
}
