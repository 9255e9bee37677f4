import pino, { type Logger } from 'pino';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { currentRequestId } from '../common/request-scope.ts';

const secretPaths = ['password', 'pin', 'token', 'secret', 'refreshToken', 'accessToken', 'client_secret', 'authorization', 'cookie'];
/** PostgreSQL quotes the rows that it rejects. */
const quotingPaths = ['err.detail', 'err.where'];

/** pino that adds the request's id, and removes secrets by name and anything that looks like a card number anywhere. */
export function openLog(level: string): Logger {
  return pino({
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
  });
}
