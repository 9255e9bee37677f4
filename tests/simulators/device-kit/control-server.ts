import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

export interface ControlledDevice {
  /** Returns the device's state as JSON. */
  state(): unknown;
  /** Additional GET routes, by path without the slash. */
  gets?: Record<string, () => unknown>;
  /** HTML pages and SVG images, by path without the slash. */
  pages?: Record<string, () => string>;
  /** POST routes, by path without the slash. Each takes the parsed JSON body and can return a result. */
  posts: Record<string, (body: unknown) => unknown>;
}

export interface ControlServer {
  port: number;
  stop(): Promise<void>;
}

/** Starts a simulator's control server: `GET /state`, and `POST` for faults and for actions at the device. */
export async function startControlServer(port: number, device: ControlledDevice): Promise<ControlServer> {
  const server = createServer((request, response) => void answer(request, response, device));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { state, gets = {}, pages = {}, posts }: ControlledDevice,
): Promise<void> {
  const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
  const post = request.method === 'POST' ? posts[name] : undefined;
  const get = { ...gets, state }[name];
  if (request.method === 'GET' && get) return reply(response, 200, get());
  const page = request.method === 'GET' ? pages[name] : undefined;
  if (!post && !page) return reply(response, 404, { message: `There is no ${request.method} /${name}` });
  try {
    if (page) return show(response, page());
    const result = await post?.(JSON.parse((await text(request)) || '{}'));
    reply(response, 200, result ?? state());
  } catch (error) {
    if (error instanceof z.ZodError) return reply(response, 400, { message: z.prettifyError(error) });
    if (error instanceof SyntaxError) return reply(response, 400, { message: error.message });
    reply(response, 500, { message: String(error) });
  }
}

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function show(response: ServerResponse, page: string): void {
  const type = page.startsWith('<svg') ? 'image/svg+xml' : 'text/html';
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(page);
}
