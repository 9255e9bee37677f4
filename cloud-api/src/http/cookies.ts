import type { Context } from 'koa';

interface CookieOptions {
  path: string;
  maxAgeSeconds: number;
}

/** A browser takes these names over TLS alone, and `__Host-` for this very host alone: no neighbour and no open line puts another in its place. */
const securePrefix = (path: string): string => (path === '/' ? '__Host-' : '__Secure-');

/**
 * Reads a cookie under its secure name, else under the plain one, which is all there is without TLS and what browsers still hold from
 * former releases.
 */
export const readCookie = (ctx: Context, name: string): string | undefined =>
  ctx.cookies.get(`__Host-${name}`) ?? ctx.cookies.get(`__Secure-${name}`) ?? ctx.cookies.get(name);

/** HttpOnly, SameSite=Strict, and Secure with a name to match wherever the public address is https; on the workbench it is not. */
export function writeCookie(ctx: Context, isSecure: boolean, name: string, value: string, options: CookieOptions): void {
  const { path, maxAgeSeconds } = options;
  const write = (as: string, held: string, seconds: number): void => {
    const parts = [`${as}=${held}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict'];
    ctx.append('Set-Cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
  };
  if (!isSecure) return write(name, value, maxAgeSeconds);
  write(securePrefix(path) + name, value, maxAgeSeconds);
  // the plain one of a former release stays beside it, for a process of that release, until both are cleared
  if (maxAgeSeconds === 0) write(name, '', 0);
  return undefined;
}
