import type { Context } from 'koa';
import { deviceCookie, deviceCookieOptions } from '../../common/caller.ts';

interface CookieOptions {
  path: string;
  maxAgeSeconds: number;
}

/**
 * A browser accepts these names over TLS only, and `__Host-` for this exact host only, so that no sibling host and no plain connection can
 * replace the cookie.
 */
const securePrefix = (path: string): string => (path === '/' ? '__Host-' : '__Secure-');

/** The cookie of an enrolled device as it is named in a request. */
export const nameOfDeviceCookie = (isSecure: boolean): string =>
  isSecure ? securePrefix(deviceCookieOptions.path) + deviceCookie : deviceCookie;

/** Reads a cookie by its secure name, or without TLS by the plain one. */
export const readCookie = (ctx: Context, isSecure: boolean, name: string): string | undefined =>
  isSecure ? (ctx.cookies.get(`__Host-${name}`) ?? ctx.cookies.get(`__Secure-${name}`)) : ctx.cookies.get(name);

/** HttpOnly, SameSite=Strict, and Secure with a matching name if the public address is https; on the workbench it is not. */
export function writeCookie(ctx: Context, isSecure: boolean, name: string, value: string, options: CookieOptions): void {
  const { path, maxAgeSeconds } = options;
  const fullName = isSecure ? securePrefix(path) + name : name;
  const parts = [`${fullName}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  ctx.append('Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
}
