import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

/** A caller's own request id is kept if it has this form; otherwise the request gets a new one. */
const givenId = /^[A-Za-z0-9-]{8,64}$/;

/** Gives every request an id and one log line: route pattern, status, milliseconds; never the URL, which contains plates. */
export function requestLog(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const given = ctx.get('x-request-id');
    const requestId = givenId.test(given) ? given : randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.set('x-request-id', requestId);
    const began = performance.now();
    await next();
    const entry = {
      requestId,
      method: ctx.method,
      route: ctx.state['pattern'] ?? '-',
      status: ctx.status,
      ms: Math.round(performance.now() - began),
    };
    if (ctx.status >= 500) log.warn(entry, 'Request');
    else log.info(entry, 'Request');
  };
}
