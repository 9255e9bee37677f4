import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ApiRequest } from '../server/api.ts';
import { matchPath } from '../server/operations.ts';
import type { Site } from '../server/server.ts';
import { crossOriginHeaders, send, type Reply, type Route, type Visit } from './route.ts';

/** Everything on the main port that is no API: pages for people, scripts for browsers, and what the scripts ask for. */
export function siteOf(routes: readonly Route[]): Site {
  return async (request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, crossOriginHeaders).end();
      return true;
    }
    for (const route of routes) {
      const path = route.method === request.method ? matchPath(route.path, withoutSlash(request.url.pathname)) : undefined;
      if (!path) continue;
      const reply = await replyOf(route, visitOf(request, path, response));
      if (!response.destroyed) send(response, reply);
      return true;
    }
    return false;
  };
}

/** What does not have the shape that a page's own script sends is told, not a crash. */
async function replyOf(route: Route, visit: Visit): Promise<Reply> {
  try {
    return await route.answer(visit);
  } catch (error) {
    if (error instanceof z.ZodError) return { json: { message: z.prettifyError(error) }, status: 400 };
    if (error instanceof SyntaxError) return { json: { message: error.message }, status: 400 };
    throw error;
  }
}

function withoutSlash(pathname: string): string {
  return pathname.replace(/(?<=.)\/$/, '');
}

function visitOf({ url, body }: ApiRequest, path: Record<string, string>, response: ServerResponse): Visit {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return {
    path,
    query: url.searchParams,
    json: () => JSON.parse(body || '{}') as unknown,
    form: () => new URLSearchParams(body),
    gone: gone.signal,
  };
}
