import { createHash } from 'node:crypto';
import helmet from 'helmet';
import type { Context, Next } from 'koa';
import { Failure, badRequest } from '../common/failure.ts';

const stripe = 'https://js.stripe.com';

/** What no page of ours asks the browser for; a card may be taken by Stripe's frame. */
const permissions = 'accelerometer bluetooth camera display-capture geolocation gyroscope hid magnetometer microphone midi serial usb'
  .split(' ')
  .map((feature) => `${feature}=()`)
  .concat(`payment=(self "${stripe}")`)
  .join(', ');

const secure = (scriptSources: string[], connectSources: string[]) =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", stripe, ...scriptSources],
        // antd writes its styles into the page
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...connectSources, ...scriptSources],
        // hooks: where a bank asks its cardholder (3-D Secure)
        frameSrc: ["'self'", 'blob:', stripe, 'https://hooks.stripe.com', ...scriptSources],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
  });

/**
 * helmet's headers. Card readers on the site's LAN and the provider are the only foreign addresses a page may call.
 * @param stripeScripts where pages get Stripe's scripts instead of Stripe
 */
export function securityHeaders(stripeScripts: string | undefined) {
  const write = secure(stripeScripts === undefined ? [] : [stripeScripts], [
    'https://api.stripe.com',
    'https://*.device.stripe-terminal-local-reader.net:4443',
  ]);
  return async (ctx: Context, next: Next): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      ctx.set('Permissions-Policy', permissions);
      write(ctx.req, ctx.res, (problem?: unknown) => (problem ? reject(problem) : resolve()));
    });
    await next();
  };
}

const policyHeader = 'Content-Security-Policy';

/** Allows the scripts that stand in a page of ours, each by its hash; no other script within a page runs. */
export function allowScriptsOf(ctx: Context, page: string): void {
  const hashes = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  if (hashes.length > 0) ctx.set(policyHeader, ctx.response.get(policyHeader).replace("script-src 'self'", `$& ${hashes.join(' ')}`));
}

/**
 * One company, one origin: a request that names another origin is refused with the 401 of the specification, which the app does not answer
 * with a refresh. Requests without an origin (programs, same-origin reads) pass.
 */
export function originCheck(publicUrl: string) {
  const own = new URL(publicUrl).origin;
  return async (ctx: Context, next: Next): Promise<void> => {
    const origin = ctx.get('origin');
    if (origin && origin !== own) throw new Failure(401, 'origin_refused', 'Not allowed by CORS');
    ctx.vary('Origin');
    await next();
  };
}

/** Bodies are JSON; the parser would skip another type, and its fields would be reported as missing later. */
export function jsonOnly() {
  return async (ctx: Context, next: Next): Promise<void> => {
    const hasBody = ctx.get('transfer-encoding') !== '' || ctx.request.length > 0;
    if (hasBody && !ctx.is('json')) throw new Failure(415, 'unsupported_type', 'The request must be JSON');
    await next();
  };
}

/** Whether the path can be read: Koa throws for an address that is none. */
export const hasReadableAddress = ({ req }: Context): boolean => URL.canParse(req.url ?? '', 'http://localhost');

/** Refuses a request line whose address is none, so that code behind this guard can read the path. */
export function readableAddress() {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!hasReadableAddress(ctx)) throw badRequest('path', 'is no address');
    await next();
  };
}
