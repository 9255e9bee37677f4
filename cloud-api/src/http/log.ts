import pino, { type Logger, type LoggerOptions } from 'pino';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { currentRequestId } from '../common/request-scope.ts';

const secretPaths = ['password', 'pin', 'token', 'secret', 'refreshToken', 'accessToken', 'client_secret', 'authorization', 'cookie'];
/** PostgreSQL quotes the rows that it rejects. */
const quotingPaths = ['err.detail', 'err.where'];

/** Lines are written together, at this many bytes or after this time in milliseconds: one by one, each request costs a thread and a system call. */
const together = { minLength: 4_096, periodicFlush: 100 };

/** pino that adds the request's id, and removes secrets by name and anything that looks like a card number anywhere. */
export function openLog(level: string): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    mixin() {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...secretPaths.flatMap((path) => [path, `*.${path}`]), ...quotingPaths], censor: '[removed]' },
    // applied to the finished line, because a number may be in a sentence, an error or any field
    hooks: { streamWrite: redactCardNumbers },
  };
  return pino(options, pino.destination({ dest: 1, sync: false, ...together }));
}
