import type { Context, Next } from 'koa';
import { deviceCookie, deviceCookieOptions, isAtItsDevice, memberCookie, type Caller, type CallerSource } from '../../common/caller.ts';
import { readCookie, writeCookie } from './cookies.ts';

const bearer = /^Bearer ([\w.-]+)$/i;

/**
 * Identifies the caller, once per request. A bad token counts as no caller, as does a device's token used elsewhere: the access check
 * decides whether that matters.
 */
export function identify(source: CallerSource, secureCookies: boolean) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const token = bearer.exec(ctx.get('authorization'))?.[1];
    const secret = readCookie(ctx, secureCookies, deviceCookie);
    const memberSecret = readCookie(ctx, secureCookies, memberCookie);
    const [principal, recognized, member] = await Promise.all([
      token ? source.principalOf(token) : null,
      secret ? source.deviceOf(secret, ctx.ip) : null,
      memberSecret ? source.memberOf(memberSecret, ctx.ip) : null,
    ]);
    const device = recognized?.device ?? null;
    if (recognized?.nextSecret) writeCookie(ctx, secureCookies, deviceCookie, recognized.nextSecret, deviceCookieOptions);
    const isHere = principal !== null && isAtItsDevice(principal, device);
    const requestId = String(ctx.state['requestId']);
    ctx.state['caller'] = {
      principal: isHere ? { ...principal, device: device?.id ?? null, requestId } : null,
      device,
      member,
      ip: ctx.ip,
      proxy: ctx.app.proxy ? ctx.req.socket.remoteAddress : undefined,
      requestId,
    } satisfies Caller;
    await next();
  };
}

export const callerOf = (ctx: Context): Caller => ctx.state['caller'] as Caller;
