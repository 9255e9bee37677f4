import type { ServerResponse } from 'node:http';

/** What a page or a script asks for. */
export interface Visit {
  /** The values of the path's parameters. */
  path: Record<string, string>;
  query: URLSearchParams;
  /** The body of a script's request, parsed. */
  json(): unknown;
  /** The fields of a submitted form. */
  form(): URLSearchParams;
  /** Told when the visitor has gone before an answer. */
  gone: AbortSignal;
}

export type Reply =
  | { html: string; status?: number }
  | { script: string }
  | { json: unknown; status?: number }
  /** 303: whatever was submitted, the next page is fetched. */
  | { redirect: string };

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  answer(visit: Visit): Reply | Promise<Reply>;
}

/** Scripts come from another origin than the pages that use them. */
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
