import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webApp } from './static.ts';

let root: string;
let server: Server;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'washdesk-static-'));
  await mkdir(join(root, 'assets'));
  await Promise.all([
    writeFile(join(root, 'index.html'), 'the page'),
    writeFile(join(root, 'assets/app-1.js'), 'the script'),
    writeFile(join(root, 'worker.js'), 'the worker'),
    writeFile(join(root, 'assets/app-1.js.gz'), 'gzip of it'),
    writeFile(join(root, 'assets/app-1.js.br'), 'brotli'),
    writeFile(join(root, 'assets/old-1.js'), 'no copies'),
  ]);
  server = new Koa().use(webApp(root)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(root, { recursive: true });
});

/** Returns the file as sent: fetch would decompress it. */
async function get(path: string, encodings?: string): Promise<{ answer: IncomingMessage; body: string }> {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const sent = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, path, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { answer, body: await text(answer) };
}

describe('the web app as it is served', () => {
  it.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip, deflate', 'gzip', 'gzip of it'],
    ['br;q=0, gzip', 'gzip', 'gzip of it'],
    ['identity', undefined, 'the script'],
    [undefined, undefined, 'the script'],
  ])('goes compressed to who takes %s', async (encodings, encoding, content) => {
    const { answer, body } = await get('/assets/app-1.js', encodings);
    expect(body).toBe(content);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(content.length),
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
  });

  it('goes as it is where the build made no copy', async () => {
    const { answer, body } = await get('/assets/old-1.js', 'br');
    expect([answer.headers['content-encoding'], body]).toEqual([undefined, 'no copies']);
  });

  it('answers any other address with the page, and asks for it each time', async () => {
    const { answer, body } = await get('/customers/cus_1', 'br');
    expect([answer.statusCode, body, answer.headers['cache-control']]).toEqual([200, 'the page', 'no-cache']);
  });

  it('asks for a file without a hash each time', async () => {
    const { answer, body } = await get('/worker.js');
    expect([body, answer.headers['cache-control']]).toEqual(['the worker', 'no-cache']);
  });

  it.each(['/assets/gone-1.js', '/assets/app-1.js.br', '/assets/../../secret'])('has nothing at %s', async (path) => {
    expect((await get(path, 'br')).body).not.toMatch(/brotli|secret/);
  });
});
