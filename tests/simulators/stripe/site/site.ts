import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ApiRequest } from '../server/api.ts';
import { matchPath } from '../server/operations.ts';
import type { Site } from '../server/server.ts';
import { crossOriginHeaders, send, type Reply, type Route, type Visit } from './route.ts';

/** Serves everything on the main port except the API: pages for people, scripts for browsers, and the scripts' requests. */
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

/** Responds with an error, instead of crashing, to input that does not match the schema of the page's script. */
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
