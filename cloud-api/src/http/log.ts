import { redactCardNumbers } from '@washdesk/rules/sensitive';
import pino, { type Logger } from 'pino';

const secretPaths = ['password', 'pin', 'token', 'secret', 'refreshToken', 'accessToken', 'client_secret', 'authorization', 'cookie'];

/** pino with secrets removed by name and anything that looks like a card number removed from texts. */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretPaths.flatMap((path) => [path, `*.${path}`]), censor: '[removed]' },
    hooks: {
      logMethod(parameters, log) {
        log.apply(this, parameters.map((one) => (typeof one === 'string' ? redactCardNumbers(one) : one)) as typeof parameters);
      },
    },
  });
}
