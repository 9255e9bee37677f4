import Koa, { type Context, type Next } from 'koa';
import type { Logger } from 'pino';
import type { Approvals, Caller, CallerSource, Presences } from '../common/caller.ts';
import type { CardHandles } from '../common/card-handles.ts';
import { Failure } from '../common/failure.ts';
import { customerNetwork } from '../common/networks.ts';
import { rateLimiter, type RateLimiter } from '../common/rate-limit.ts';
import { clientAddress, measureAnswers, refuseBlocked, type OnAnswered, type IsBlocked } from './access/admission.ts';
import { jsonOnly, originCheck, readableAddress, securityHeaders } from './access/guards.ts';
import { callerOf, identify } from './access/identify.ts';
import { errorPage } from './error-page.ts';
import { errorWriter, type StoreServerError } from './error-writer.ts';
import { formEndpoints, type FormEndpoint } from './form-endpoints.ts';
import { health, type ReadinessCheck } from './health.ts';
import type { DerivedKeys } from './idempotency-key.ts';
import { metrics, type MetricsOptions } from './metrics.ts';
import { mountRoutes, wrongMethod } from './mount.ts';
import { readBody } from './read-body.ts';
import { requestLog } from './requests.ts';
import type { Route } from './route.ts';
import type { RequestHandler } from './server.ts';
import type { NumberLookups, PeopleShown } from './shown-customers.ts';
import { webApp } from './static/static.ts';
import { unchangedPolls, type PolledList } from './unchanged-polls.ts';
import { webhook, type ReceiveEvent } from './webhook.ts';

export interface AppParts {
  log: Logger;
  routes: readonly Route[];
  callers: CallerSource;
  approvals: Approvals;
  presences: Presences;
  cardHandles: CardHandles;
  derivedKeys: DerivedKeys;
  peopleShown: PeopleShown;
  numberLookups: NumberLookups;
  auditRefusal: AuditRefusal;
  checks: readonly ReadinessCheck[];
  metrics: Omit<MetricsOptions, 'proxies' | 'now'>;
  /** Whether an error means that the database is unreachable. */
  isDatabaseAway: (error: unknown) => boolean;
  keepError: StoreServerError;
  answered: OnAnswered;
  isBlocked: IsBlocked;
  publicUrl: string;
  apiVersion: string;
  /** Returns the company's time. */
  now: () => Date;
  requestsPerMinute: number;
  proxies: number;
  webRoot: string | undefined;
  /** Where the app's page loads Stripe's scripts from instead of Stripe. */
  stripeScripts: string | undefined;
  /** The OpenAPI document, served at /api/openapi.json and built on first request. */
  openApi: () => object;
  /** The provider's webhooks; null if no secret is configured. */
  receiveEvent: ReceiveEvent | null;
  /** Addresses that accept forms. */
  formEndpoints: readonly FormEndpoint[];
  polledLists: readonly PolledList[];
}

/** The version, and the company's time when the response is ready: the browser's clock may be wrong. */
function commonHeaders({ apiVersion, now }: Pick<AppParts, 'apiVersion' | 'now'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.set('x-api-version', apiVersion);
    try {
      await next();
    } finally {
      ctx.set('x-server-time', now().toISOString());
    }
  };
}

/** The API description is not secret: it is built from the contracts alone. */
function openApiPage(document: () => object) {
  let made: object | null = null;
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'GET' || ctx.path.toLowerCase() !== '/api/openapi.json') return next();
    ctx.state['pattern'] = '/openapi.json';
    ctx.body = made ??= document();
    return undefined;
  };
}

/** Limits requests per session if there is one, so that a site behind one address is not one caller. */
function rateLimit(limit: RateLimiter) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const { principal, device, member, ip } = callerOf(ctx);
    await limit.use(principal?.session ?? device?.id ?? member?.id ?? customerNetwork(ip));
    await next();
  };
}

/** Builds the listener of all requests: polls of unchanged lists, then the middleware of every other request, outermost first. */
export function buildApp(parts: AppParts): RequestHandler {
  const app = new Koa({ proxy: parts.proxies > 0 });
  const { approvals, presences, cardHandles, derivedKeys, peopleShown, numberLookups } = parts;
  const secureCookies = parts.publicUrl.startsWith('https:');
  const mounting = { secureCookies, approvals, presences, cardHandles, derivedKeys, peopleShown, numberLookups };
  const router = mountRoutes(parts.routes, mounting);
  const limit = rateLimiter(parts.requestsPerMinute, 60);
  app.use(clientAddress(parts.proxies));
  app.use(requestLog(parts.log));
  app.use(metrics({ ...parts.metrics, proxies: parts.proxies, now: parts.now }));
  app.use(measureAnswers(parts.answered));
  app.use(errorPage());
  app.use(errorWriter(parts.log, parts.isDatabaseAway, parts.keepError));
  app.use(commonHeaders(parts));
  app.use(securityHeaders(parts.stripeScripts));
  app.use(readableAddress());
  app.use(health(parts.checks));
  app.use(webhook(parts.receiveEvent));
  app.use(refuseBlocked(parts.isBlocked));
  app.use(formEndpoints(parts.formEndpoints));
  if (parts.webRoot) app.use(webApp(parts.webRoot, parts.stripeScripts));
  app.use(openApiPage(parts.openApi));
  app.use(originCheck(parts.publicUrl));
  app.use(identify(parts.callers, secureCookies));
  app.use(rateLimit(limit));
  app.use(jsonOnly());
  app.use(readBody(router, parts.routes));
  app.use(auditRefusals(parts.auditRefusal));
  app.use(router.routes());
  app.use(wrongMethod(router));
  return unchangedPolls({ ...parts, lists: parts.polledLists, limit, secureCookies }, app.callback());
}

/** Passes rejected calls to the audit log. @param call method and path of the contract */
export type AuditRefusal = (caller: Caller, call: string, failure: Failure) => Promise<void>;

function auditRefusals(audit: AuditRefusal) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const pattern = ctx.state['pattern'] as string | undefined;
      if (error instanceof Failure && pattern !== undefined) await audit(callerOf(ctx), `${ctx.method} ${pattern}`, error);
      throw error;
    }
  };
}
