import type { Context, Next } from 'koa';
import { deviceCookie, isAtItsDevice, type Caller, type CallerSource } from '../common/caller.ts';

const bearer = /^Bearer ([\w.-]+)$/i;

/** Finds out who calls, once per request. A bad token is nobody, and so is a device's away from that device: access decides whether that matters. */
export function identify(source: CallerSource) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const token = bearer.exec(ctx.get('authorization'))?.[1];
    const secret = ctx.cookies.get(deviceCookie);
    const [principal, device] = await Promise.all([token ? source.principalOf(token) : null, secret ? source.deviceOf(secret) : null]);
    const isHere = principal !== null && isAtItsDevice(principal, device);
    ctx.state['caller'] = {
      principal: isHere ? principal : null,
      device,
      ip: ctx.ip,
      requestId: String(ctx.state['requestId']),
    } satisfies Caller;
    await next();
  };
}

export const callerOf = (ctx: Context): Caller => ctx.state['caller'] as Caller;
