import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

/** A caller's own request id is logged beside ours if it has this form. */
const givenId = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Gives every request an id and one log line, at debug level for an unchanged list: route pattern, status, milliseconds; never the URL, which
 * contains plates.
 */
export function requestLog(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const given = ctx.get('x-request-id');
    // ours: an id from outside could name the log lines and audit rows of another call
    const requestId = randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.set('x-request-id', requestId);
    const began = performance.now();
    await next();
    const entry = {
      requestId,
      ...(givenId.test(given) && { callerRequestId: given }),
      method: ctx.method,
      route: ctx.state['pattern'] ?? '-',
      status: ctx.status,
      ms: Math.round(performance.now() - began),
    };
    if (ctx.status >= 500) log.warn(entry, 'Request');
    // hundreds of devices poll every few seconds and find nothing new
    else if (ctx.status === 304) log.debug(entry, 'Request');
    else log.info(entry, 'Request');
  };
}
