import type { Context, Next } from 'koa';
import { deviceCookie, deviceCookieSeconds, isAtItsDevice, type Caller, type CallerSource } from '../common/caller.ts';
import { readCookie, writeCookie } from './cookies.ts';

const bearer = /^Bearer ([\w.-]+)$/i;

/**
 * Finds out who calls, once per request. A bad token is nobody, and so is a device's away from that device: access decides whether that
 * matters. A device that still holds its cookie under the plain name gets the secure one.
 */
export function identify(source: CallerSource, secureCookies: boolean) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const token = bearer.exec(ctx.get('authorization'))?.[1];
    const secret = readCookie(ctx, deviceCookie);
    const [principal, device] = await Promise.all([
      token ? source.principalOf(token) : null,
      secret ? source.deviceOf(secret, ctx.ip) : null,
    ]);
    if (secret && device && secureCookies && ctx.cookies.get(`__Host-${deviceCookie}`) === undefined)
      writeCookie(ctx, true, deviceCookie, secret, { path: '/', maxAgeSeconds: deviceCookieSeconds });
    const isHere = principal !== null && isAtItsDevice(principal, device);
    const requestId = String(ctx.state['requestId']);
    ctx.state['caller'] = {
      principal: isHere ? { ...principal, device: device?.id ?? null, requestId } : null,
      device,
      ip: ctx.ip,
      proxy: ctx.app.proxy ? ctx.req.socket.remoteAddress : undefined,
      requestId,
    } satisfies Caller;
    await next();
  };
}

export const callerOf = (ctx: Context): Caller => ctx.state['caller'] as Caller;
