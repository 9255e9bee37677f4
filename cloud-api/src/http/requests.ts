import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { inRequest } from '../common/request-scope.ts';

/** The form of a caller's own id. It has no colon, so that it cannot pass for the cause of a program's work, such as `job:7`. */
const givenId = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Gives every request an id that begins with its caller's (docs/decisions/0135-one-request-id.md), and one log line, at debug level for an
 * unchanged list or a probe of the health: route pattern, status, milliseconds; never the URL, which contains plates. The line is written after the response, which
 * would wait for it.
 */
export function requestLog(log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const given = ctx.get('x-request-id');
    // the end is ours: an id from outside must not name the log lines and audit rows of another call
    const requestId = givenId.test(given) ? `${given}.${randomUUID().slice(0, 8)}` : randomUUID();
    ctx.state['requestId'] = requestId;
    ctx.set('x-request-id', requestId);
    const began = performance.now();
    await inRequest(requestId, next);
    const entry = {
      requestId,
      method: ctx.method,
      route: String(ctx.state['pattern'] ?? '-'),
      status: ctx.status,
      ms: Math.round(performance.now() - began),
    };
    setImmediate(() => log[levelOf(entry)](entry, 'Request'));
  };
}

function levelOf({ status, route }: { status: number; route: string }): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn';
  // hundreds of devices poll every few seconds and find nothing new, and a proxy asks every second
  return status === 304 || route === '/health' || route === '/health/ready' ? 'debug' : 'info';
}
