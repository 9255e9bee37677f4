import type { Context } from 'koa';

interface CookieOptions {
  path: string;
  maxAgeSeconds: number;
}

/** A browser takes these names over TLS alone, and `__Host-` for this very host alone: no neighbour and no open line puts another in its place. */
const securePrefix = (path: string): string => (path === '/' ? '__Host-' : '__Secure-');

/** Reads a cookie under its secure name, or without TLS under the plain one. */
export const readCookie = (ctx: Context, isSecure: boolean, name: string): string | undefined =>
  isSecure ? (ctx.cookies.get(`__Host-${name}`) ?? ctx.cookies.get(`__Secure-${name}`)) : ctx.cookies.get(name);

/** HttpOnly, SameSite=Strict, and Secure with a name to match wherever the public address is https; on the workbench it is not. */
export function writeCookie(ctx: Context, isSecure: boolean, name: string, value: string, options: CookieOptions): void {
  const { path, maxAgeSeconds } = options;
  const fullName = isSecure ? securePrefix(path) + name : name;
  const parts = [`${fullName}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  ctx.append('Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
}
