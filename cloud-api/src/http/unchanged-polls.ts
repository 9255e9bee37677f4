import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallerSource, EnrolledDevice } from '../common/caller.ts';
import type { RateLimiter } from '../common/rate-limit.ts';
import { addressOf, type IsBlocked, type OnAnswered } from './access/admission.ts';
import { nameOfDeviceCookie } from './access/cookies.ts';
import type { RequestHandler } from './server.ts';

/** A list that enrolled devices poll by `If-None-Match`. */
export interface PolledList {
  /** Of its contract. */
  path: string;
  /** Whether the list that this device requests still has this version. False also for a query that it does not know. */
  isUnchanged(device: EnrolledDevice, query: string, version: string): Promise<boolean>;
}

interface Options {
  lists: readonly PolledList[];
  callers: Pick<CallerSource, 'deviceOf'>;
  limit: RateLimiter;
  isBlocked: IsBlocked;
  answered: OnAnswered;
  secureCookies: boolean;
  proxies: number;
  apiVersion: string;
  /** Returns the company's time. */
  now: () => Date;
}

interface Poll {
  list: PolledList;
  query: string;
}

/**
 * Responds 304 to the poll of a device whose list has not changed, and passes every other request on. Hundreds of devices poll, and the
 * middleware of a request costs several times what this does (docs/decisions/0073-signature-hints.md).
 */
export function unchangedPolls(options: Options, next: RequestHandler): RequestHandler {
  const { proxies, isBlocked, answered } = options;
  const lists = new Map(options.lists.map((list) => [`/api${list.path}`, list]));
  const secretIn = new RegExp(`(?:^|; *)${nameOfDeviceCookie(options.secureCookies)}=([^;]+)`, 'u');

  /** Returns the device if this is the poll of one, and its list has not changed. */
  const unchanged = async ({ list, query }: Poll, request: IncomingMessage, ip: string): Promise<EnrolledDevice | null> => {
    const version = /^"([^"]*)"$/u.exec(request.headers['if-none-match'] ?? '')?.[1];
    const secret = secretIn.exec(request.headers.cookie ?? '')?.[1];
    if (version === undefined || secret === undefined) return null;
    const recognized = await options.callers.deviceOf(secret, ip);
    // the response to the others has the cookie's next secret
    if (!recognized || recognized.nextSecret !== null || !(await list.isUnchanged(recognized.device, query, version))) return null;
    await options.limit.use(recognized.device.id);
    return recognized.device;
  };

  const answer = async (poll: Poll, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = performance.now();
    const ip = addressOf(request, proxies);
    const device = isBlocked(ip) ? null : await unchanged(poll, request, ip).catch(respondedLater);
    if (!device) return next(request, response);
    const caller = { principal: null, device, member: null, ip, requestId: '' };
    response.writeHead(304, [
      'ETag',
      request.headers['if-none-match']!,
      'Cache-Control',
      'no-store',
      'Vary',
      'Origin',
      'X-Api-Version',
      options.apiVersion,
      'X-Server-Time',
      options.now().toISOString(),
    ]);
    response.end();
    answered(ip, request.headers['user-agent'] ?? '', performance.now() - began, caller);
    return undefined;
  };

  return (request, response) => {
    const [path = '', query = ''] = request.method === 'GET' ? (request.url ?? '').split('?', 2) : [];
    const list = lists.get(path);
    const { authorization, origin } = request.headers;
    if (!list || authorization !== undefined || origin !== undefined) return next(request, response);
    return answer({ list, query }, request, response);
  };
}

/** The middleware gets the same error for this request, and responds to it. */
const respondedLater = (): null => null;
