import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { Router } from '@koa/router';
import type { Context, Next } from 'koa';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Approvals, Caller, Presences } from '../common/caller.ts';
import type { CardHandles } from '../common/card-handles.ts';
import { CsvFile } from '../common/csv-file.ts';
import { Failure, badRequest, unauthorized } from '../common/failure.ts';
import { FilePart } from '../common/file-part.ts';
import { notModified } from '../common/not-modified.ts';
import { detectReplay } from '../common/replay.ts';
import { checkAccess, refuseProgram } from './access/access.ts';
import { readCookie, writeCookie } from './access/cookies.ts';
import { callerOf } from './access/identify.ts';
import { withPresence } from './access/presence.ts';
import { CardReferences, cardFieldsOf } from './card-references.ts';
import { givenKey, operationKey, underKey, type DerivedKeys } from './idempotency-key.ts';
import { bySpecificity, routerPath, wellFormedEscapes } from './paths.ts';
import { principalOf, type Route, type Reply } from './route.ts';
import { answersWithCustomer, namedCustomers, shownCustomers, type NumberLookups, type PeopleShown } from './shown-customers.ts';
import { withShownMetadata } from './shown-metadata.ts';
import { parseParts } from './validate.ts';

const compress = promisify(gzip);

function replyOf(ctx: Context, secure: boolean): Reply {
  return {
    status: (code) => {
      ctx.status = code;
    },
    header: (name, value) => ctx.set(name, value),
    version: (value) => ctx.set('ETag', `"${value}"`),
    cookie: (name, value, options) => writeCookie(ctx, secure, name, value, options),
  };
}

const requestOf = (ctx: Context, { params, query, body }: Endpoint) =>
  parseParts([
    { name: 'params', schema: params, value: ctx['params'] },
    { name: 'query', schema: query, value: ctx.query },
    { name: 'body', schema: body, value: (ctx.request as { body?: unknown }).body },
  ]);

/**
 * Returns the caller, with the approver's roles added if the contract accepts `X-Approval`.
 * @throws Failure 401, 403 `approval_invalid`, or the same 400 as the call itself
 */
async function approved(ctx: Context, endpoint: Endpoint, { approvals, presences }: Mounting): Promise<Caller> {
  const caller = await withPresence(callerOf(ctx), endpoint, presences);
  const token = endpoint.approvable ? ctx.get('x-approval') : '';
  if (token === '') return caller;
  if (!caller.principal) throw unauthorized();
  const request = requestOf(ctx, endpoint);
  const key = givenKey(ctx, endpoint, request.query);
  if (key === undefined) throw badRequest('Idempotency-Key', 'is required for an approved call');
  return { ...caller, principal: await approvals.use(token, caller.principal, { endpoint: endpoint.id, key, request }) };
}

function handler({ endpoint, handle }: Route, mounting: Mounting) {
  const { secureCookies, cardHandles, derivedKeys, peopleShown, numberLookups } = mounting;
  const cardFields = cardFieldsOf(endpoint);
  const isAlsoRead = answersWithCustomer(endpoint);
  return async (ctx: Context): Promise<void> => {
    ctx.state['pattern'] = endpoint.path;
    if (!wellFormedEscapes(ctx.path)) throw badRequest('path', 'contains a malformed escape');
    const caller = await approved(ctx, endpoint, mounting);
    checkAccess(endpoint.access, caller);
    refuseProgram(endpoint, caller);
    const cards = new CardReferences(cardHandles, callerOf(ctx).principal);
    const request = cards.opened(cardFields, requestOf(ctx, endpoint));
    // counted before the change, because a refusal must leave nothing done
    const opened = isAlsoRead && caller.principal ? namedCustomers(request.params) : [];
    if (caller.principal && opened.length > 0) await peopleShown.show({ principal: caller.principal, customers: opened, opened: true });
    const work = (idempotencyKey: string | undefined) =>
      handle({
        ...request,
        caller,
        cookies: (name) => readCookie(ctx, secureCookies, name),
        idempotencyKey,
        keyedCall: () => ({ principal: principalOf(caller), route: endpoint.path, key: idempotencyKey, request }),
        operationKey: operationKey(ctx, endpoint),
        wantsCsv: endpoint.csv === true && ctx.accepts('application/json', 'text/csv') === 'text/csv',
        firstByte: endpoint.produces === 'application/octet-stream' ? firstByteOf(ctx.get('range')) : null,
        knownVersion: endpoint.conditional && /^(?:W\/)?"([^"]*)"$/.exec(ctx.get('if-none-match'))?.[1],
        reply: replyOf(ctx, secureCookies),
      });
    const given = givenKey(ctx, endpoint, request.query);
    const numberFound = endpoint.looksUpNumber && caller.principal ? await numberLookups.begin(caller.principal) : null;
    const answer = await detectReplay(
      () => underKey(derivedKeys, given, { endpoint, principal: caller.principal, request }, work),
      (replayed) => replayed && ctx.set('Idempotent-Replayed', 'true'),
    ).catch((error: unknown) => {
      throw error instanceof Failure ? cards.shownFailure(error) : error;
    });
    // a response that any route may give with a device's new secret must not be stored
    if (!ctx.response.get('cache-control') || 'set-cookie' in ctx.response.headers) ctx.set('Cache-Control', 'no-store');
    if (endpoint.csv) ctx.vary('Accept');
    if (answer === notModified) {
      ctx.status = 304;
      return;
    }
    if (answer instanceof FilePart) return writeFile(ctx, answer);
    if (answer instanceof CsvFile) {
      ctx.attachment(answer.name);
      ctx.type = 'text/csv';
      const { name: file } = answer;
      ctx.body = answer.stream(async (rows) => {
        const customers = namedCustomers(rows);
        if (caller.principal && customers.length > 0) await peopleShown.take({ principal: caller.principal, customers, file });
      });
      return;
    }
    // the contract decides the response: a field it does not define is never sent, and an invalid field is a bug in the API: 500
    const parsed = endpoint.response.parse(answer);
    if (!Array.isArray(parsed) || parsed.length > 0) await numberFound?.();
    const shown = caller.principal && shownCustomers(endpoint, request.params, parsed);
    if (caller.principal && shown) await peopleShown.show({ principal: caller.principal, ...shown });
    const body = withShownMetadata(callerOf(ctx).principal, cards.shown(parsed));
    if (endpoint.produces === 'image/*') return writeImage(ctx, body as string);
    if (endpoint.produces && !ctx.response.get('content-type')) ctx.type = endpoint.produces;
    if (endpoint.compressed) await writeCompressed(ctx, body);
    else ctx.body = body;
  };
}

async function writeCompressed(ctx: Context, body: unknown): Promise<void> {
  ctx.vary('Accept-Encoding');
  ctx.type = 'application/json';
  const text = JSON.stringify(body);
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    ctx.body = text;
    return;
  }
  ctx.set('Content-Encoding', 'gzip');
  ctx.body = await compress(text, { level: constants.Z_BEST_SPEED });
}

/** Other forms of a range are ignored, which HTTP allows: the caller receives the whole file. */
const firstByteOf = (range: string): number | null => {
  const [, from] = /^bytes=(\d{1,15})-$/.exec(range) ?? [];
  return from === undefined ? null : Number(from);
};

function writeFile(ctx: Context, { stream, size, from }: FilePart): void {
  ctx.type = 'application/octet-stream';
  ctx.set('Accept-Ranges', 'bytes');
  ctx.body = stream;
  ctx.length = size - (from ?? 0);
  if (from === null) return;
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${from}-${size - 1}/${size}`);
}

/** Writes the bytes of a `data:` URL with the type that it names. */
function writeImage(ctx: Context, url: string): void {
  const comma = url.indexOf(',');
  ctx.type = url.slice('data:'.length, url.indexOf(';'));
  ctx.body = Buffer.from(url.slice(comma + 1), 'base64');
}

interface Mounting {
  secureCookies: boolean;
  approvals: Approvals;
  presences: Presences;
  cardHandles: CardHandles;
  derivedKeys: DerivedKeys;
  peopleShown: PeopleShown;
  numberLookups: NumberLookups;
}

/** Builds the router of all routes, sorted so that file order does not matter. */
export function mountRoutes(routes: readonly Route[], mounting: Mounting): Router {
  const router = new Router({ prefix: '/api', sensitive: false, strict: false });
  const sorted = routes.toSorted((a, b) => bySpecificity(a.endpoint.path, b.endpoint.path));
  for (const one of sorted) router.register(routerPath(one.endpoint.path), [one.endpoint.method], handler(one, mounting));
  // the router would handle HEAD like GET, and a GET may redeem
  for (const layer of router.stack) layer.methods = layer.methods.filter((method) => method !== 'HEAD');
  rememberMatches(router);
  return router;
}

/** The first segment of a path after `/api`; no route has a parameter there. */
const resourceOf = (path: string): string => path.split('/', 3)[2]?.toLowerCase() ?? '';

/**
 * The router tries the patterns of all routes. Only those of the path's resource can match, and a path without parameters always has the same
 * result, so it is searched once.
 */
function rememberMatches(router: Router): void {
  const fixed = new Set(router.stack.map(({ path }) => String(path)).filter((path) => !/[:*{]/.test(path)));
  const known = new Map<string, ReturnType<Router['match']>>();
  const byResource = new Map<string, Router>();
  for (const [resource, stack] of Map.groupBy(router.stack, ({ path }) => resourceOf(String(path))))
    byResource.set(resource, Object.assign(new Router(), { stack }));
  const none = new Router();
  const search: Router['match'] = (path, method) => (byResource.get(resourceOf(path)) ?? none).match(path, method);
  router.match = (path, method) => {
    if (!fixed.has(path)) return search(path, method);
    const name = `${method} ${path}`;
    const found = known.get(name) ?? search(path, method);
    known.set(name, found);
    // the router keeps the list at the request
    return { ...found, path: [...found.path] };
  };
}

/** Runs after the router: 405 with `Allow` if the path exists and the method does not. */
export function wrongMethod(router: Router) {
  return (ctx: Context, next: Next): Promise<void> => {
    const allowed = router.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods);
    if (allowed.length === 0) return next();
    ctx.set('Allow', allowed.join(', '));
    throw new Failure(405, 'method_not_allowed', 'This method isn’t allowed');
  };
}
