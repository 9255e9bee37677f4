import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { Caller } from '../../common/caller.ts';
import { Failure } from '../../common/failure.ts';
import { forwardedAddress, plainAddress } from '../../common/networks.ts';

/** Whether an address is blocked. */
export type IsBlocked = (address: string) => boolean;

/** Runs after health and signed webhooks. A blocked caller receives only this refusal, not even the sign-in page. */
export function refuseBlocked(isBlocked: IsBlocked) {
  return (ctx: Context, next: Next): Promise<void> => {
    if (isBlocked(ctx.ip)) throw new Failure(403, 'blocked', 'This address is blocked. Ask an Admin');
    return next();
  };
}

/** Returns the canonical client address of a request: behind proxies, the address that the outermost one reported. */
export function addressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number): string {
  const reported = proxies > 0 ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  return forwardedAddress(reported.slice(-proxies)[0] ?? '') ?? plainAddress(socket.remoteAddress ?? '');
}

/** Sets `ctx.ip` for all later code. */
export function clientAddress(proxies: number) {
  return (ctx: Context, next: Next): Promise<void> => {
    ctx.request.ip = addressOf(ctx.req, proxies);
    return next();
  };
}

/** Called for every response with the caller and the duration in milliseconds. */
export type OnAnswered = (ip: string, userAgent: string, ms: number, caller: Caller | undefined) => void;

export function measureAnswers(answered: OnAnswered) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const began = performance.now();
    // after a body that was too large, the request has no socket anymore
    const { ip } = ctx;
    try {
      await next();
    } finally {
      answered(ip, ctx.get('user-agent'), performance.now() - began, ctx.state['caller'] as Caller | undefined);
    }
  };
}
