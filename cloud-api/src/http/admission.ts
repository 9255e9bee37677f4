import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { Caller } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';

/** Whether an address is shut out. */
export type IsBlocked = (address: string) => boolean;

/** Behind health and signed webhooks: whoever is shut out gets nothing but this refusal, not even the sign-in page. */
export function refuseBlocked(isBlocked: IsBlocked) {
  return (ctx: Context, next: Next): Promise<void> => {
    if (isBlocked(ctx.ip)) throw new Failure(403, 'blocked', 'This address is blocked. Ask an Admin');
    return next();
  };
}

/** The address from which a request comes, as the HTTP layer has it: behind so many proxies the one that the outermost was told. */
export function addressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, proxies: number): string {
  const told = proxies > 0 ? String(headers['x-forwarded-for'] ?? '').split(/\s*,\s*/) : [];
  return told.slice(-proxies)[0] || (socket.remoteAddress ?? '');
}

/** Gets every answer: who asked, and how many milliseconds it took. */
export type OnAnswered = (ip: string, userAgent: string, ms: number, caller: Caller | undefined) => void;

export function measureAnswers(answered: OnAnswered) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const began = performance.now();
    // a request whose body was too large has no socket any more when it is answered
    const { ip } = ctx;
    try {
      await next();
    } finally {
      answered(ip, ctx.get('user-agent'), performance.now() - began, ctx.state['caller'] as Caller | undefined);
    }
  };
}
