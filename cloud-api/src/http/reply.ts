import type { Context } from 'koa';
import type { Reply } from './route.ts';

/** Cookies are Secure wherever the public address is https; on the workbench it is not. */
export function replyOf(ctx: Context, secure: boolean): Reply {
  return {
    status: (code) => {
      ctx.status = code;
    },
    header: (name, value) => ctx.set(name, value),
    cookie: (name, value, { path, maxAgeSeconds }) => {
      const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
      ctx.append('Set-Cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '));
    },
  };
}
