import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, sendRequest } from './http-client.ts';

let server: Server;
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (maxBytes: number, signal = new AbortController().signal) =>
  sendRequest(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), { signal, maxBytes });

it('reads a whole response, compressed or not', async () => {
  answer = (response) => response.writeHead(404).end('nothing here');
  expect(await ask(100)).toMatchObject({ status: 404, ok: false, body: 'nothing here' });
  answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('café'));
  expect(await ask(100)).toMatchObject({ status: 200, ok: true, body: 'café' });
});

it('refuses a response beyond the limit, also if it is small before decompression', async () => {
  answer = (response) => response.writeHead(200).end('x'.repeat(10_001));
  await expect(ask(10_000)).rejects.toThrow(RangeError);
  answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(10_001)));
  await expect(ask(10_000)).rejects.toThrow(RangeError);
});

it('ends with its signal, before and in the middle of a response, and with a connection that breaks', async () => {
  const stopping = new AbortController();
  answer = () => stopping.abort();
  await expect(ask(100, stopping.signal)).rejects.toThrow('aborted');
  const reading = new AbortController();
  answer = (response) => {
    response.writeHead(200, { 'content-length': 10 }).write('half');
    setTimeout(() => reading.abort(), 20);
  };
  await expect(ask(100, reading.signal)).rejects.toThrow('aborted');
  answer = (response) => void response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy());
  await expect(ask(100)).rejects.toThrow('aborted');
});

describe('a file', () => {
  const open = (idleMs = 60_000, signal = new AbortController().signal) =>
    openStream(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), { headers: {}, signal, idleMs });

  it('is read as it was sent', async () => {
    answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    expect((await (await open()).toArray()).join('')).toBe('no gzip');
  });

  it('ends with an error if nothing arrives, before or after its first bytes, and with its signal', async () => {
    answer = () => undefined;
    await expect(open(50)).rejects.toThrow('Nothing arrived for 0.05 s');
    answer = (response) => void response.writeHead(200, { 'content-length': 10 }).write('half');
    await expect(open(50).then((file) => file.toArray())).rejects.toThrow('Nothing arrived for 0.05 s');
    const reading = new AbortController();
    const file = await open(undefined, reading.signal);
    reading.abort();
    await expect(file.toArray()).rejects.toThrow('aborted');
  });
});
