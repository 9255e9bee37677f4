import { bodyParser } from '@koa/bodyparser';
import type { Router } from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import { badRequest } from '../common/failure.ts';
import { routerPath } from './paths.ts';
import type { Route } from './route.ts';

const ordinary = '256kb';

/** Errors of zlib have no status, unlike the parser's own. */
const isBrokenCompression = (ctx: Context, error: unknown): boolean =>
  ctx.get('content-encoding') !== '' && error instanceof Error && !('status' in error);

const parser = (jsonLimit: string): Middleware => bodyParser({ enableTypes: ['json'], jsonLimit, jsonStrict: true, encoding: 'utf-8' });

/** Reads JSON bodies; large ones only if a contract allows them, because the caller is not identified yet. */
export function readBody(router: Router, routes: readonly Route[]) {
  const others = routes.flatMap(({ endpoint: { method, path, largestBody } }) =>
    largestBody ? [[`${method} /api${routerPath(path)}`, parser(largestBody)] as const] : [],
  );
  const parsers = new Map<string, Middleware>(others);
  const usual = parser(ordinary);
  return async (ctx: Context, next: Next): Promise<unknown> => {
    // no parser reads the body of a GET, and searching all routes takes time
    if (ctx.method === 'GET') return next();
    const [matched] = router.match(ctx.path, ctx.method).pathAndMethod;
    let isRead = false;
    try {
      return await (parsers.get(`${ctx.method} ${matched?.path}`) ?? usual)(ctx, () => {
        isRead = true;
        return next();
      });
    } catch (error) {
      if (!isRead && isBrokenCompression(ctx, error)) throw badRequest('body', 'cannot be decompressed');
      throw error;
    }
  };
}
