import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Context, Next } from 'koa';
import { Failure, badRequest } from '../../common/failure.ts';

const stripe = 'https://js.stripe.com';

/** Browser features that our pages never request; a card may be entered in Stripe's frame. */
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
        // hooks: where a bank verifies its cardholder (3-D Secure)
        frameSrc: ["'self'", 'blob:', stripe, 'https://hooks.stripe.com', ...scriptSources],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
  });

/** helmet's headers are the same for every response. */
function headersOf(write: ReturnType<typeof helmet>): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  write(request, response, (problem) => {
    if (problem) throw new Error('helmet wrote no headers', { cause: problem });
  });
  return new Map(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/**
 * helmet's headers. The only other hosts a page may call are card readers on the site's LAN and the provider.
 * @param stripeScripts where pages load Stripe's scripts from instead of Stripe
 */
export function securityHeaders(stripeScripts: string | undefined) {
  const write = secure(stripeScripts === undefined ? [] : [stripeScripts], [
    'https://api.stripe.com',
    'https://*.device.stripe-terminal-local-reader.net:4443',
  ]);
  const headers = headersOf(write).set('Permissions-Policy', permissions);
  return (ctx: Context, next: Next): Promise<void> => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

const policyHeader = 'Content-Security-Policy';

/** Allows the inline scripts of our page, each by its hash; no other inline script runs. */
export function allowScriptsOf(ctx: Context, page: string): void {
  const hashes = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  if (hashes.length > 0) ctx.set(policyHeader, ctx.response.get(policyHeader).replace("script-src 'self'", `$& ${hashes.join(' ')}`));
}

/**
 * One company, one origin: a request with another origin is rejected with the specification's 401, to which the app does not respond with a
 * refresh. Requests without an origin (programs, same-origin reads) pass.
 */
export function originCheck(publicUrl: string) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const origin = ctx.get('origin');
    if (origin && origin !== publicUrl) throw new Failure(401, 'origin_refused', 'Not allowed by CORS');
    ctx.vary('Origin');
    await next();
  };
}

/** Bodies are JSON; the parser would skip another type, and its fields would be reported as missing. */
export function jsonOnly() {
  return async (ctx: Context, next: Next): Promise<void> => {
    const hasBody = ctx.get('transfer-encoding') !== '' || ctx.request.length > 0;
    if (hasBody && !ctx.is('json')) throw new Failure(415, 'unsupported_type', 'The request must be JSON');
    await next();
  };
}

/** Whether the path is readable: Koa throws for an invalid address. */
export const hasReadableAddress = ({ req }: Context): boolean => URL.canParse(req.url ?? '', 'http://localhost');

/** Rejects a request line with an invalid address, so that later code can read the path. */
export function readableAddress() {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!hasReadableAddress(ctx)) throw badRequest('path', 'is no address');
    await next();
  };
}
