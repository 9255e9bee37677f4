import type { Context, Next } from 'koa';
import { deviceCookie, type Caller, type CallerSource } from '../common/caller.ts';

const bearer = /^Bearer ([\w.-]+)$/i;

/** Finds out who calls, once per request. A bad token is nobody: access decides whether that matters. */
export function identify(source: CallerSource) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const token = bearer.exec(ctx.get('authorization'))?.[1];
    const secret = ctx.cookies.get(deviceCookie);
    const [principal, device] = await Promise.all([token ? source.principalOf(token) : null, secret ? source.deviceOf(secret) : null]);
    ctx.state['caller'] = { principal, device, ip: ctx.ip, requestId: String(ctx.state['requestId']) } satisfies Caller;
    await next();
  };
}

export const callerOf = (ctx: Context): Caller => ctx.state['caller'] as Caller;
