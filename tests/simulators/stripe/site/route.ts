import type { ServerResponse } from 'node:http';

/** A request of a page or script. */
export interface Visit {
  /** The values of the path parameters. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** Parses the body of a script's request. */
  json(): unknown;
  /** Returns the fields of a submitted form. */
  form(): URLSearchParams;
  /** Aborted when the client disconnects before the response. */
  gone: AbortSignal;
}

export type Reply =
  | { html: string; status?: number }
  | { script: string }
  | { json: unknown; status?: number }
  /** 303: after any submission, the next page is fetched with GET. */
  | { redirect: string };

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  answer(visit: Visit): Reply | Promise<Reply>;
}

/** Scripts are loaded from another origin than the pages that use them. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': '600',
};

export function send(response: ServerResponse, reply: Reply): void {
  if ('redirect' in reply) return void response.writeHead(303, { location: reply.redirect }).end();
  if ('html' in reply) return sendText(response, reply.status ?? 200, 'text/html', reply.html);
  if ('script' in reply) return sendText(response, 200, 'text/javascript', reply.script);
  sendText(response, reply.status ?? 200, 'application/json', JSON.stringify(reply.json));
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...crossOriginHeaders }).end(text);
}
