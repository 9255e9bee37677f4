import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WriteDeadline } from '../ports/write-deadline.ts';
import { openResponse, readResponse } from './http.ts';
import { openTcp } from './tcp.ts';
import type { Transport } from './transport.ts';

let server: Server;
let transport: Transport;
let received = '';
let answer: string | null;

beforeEach(async () => {
  received = '';
  answer = null;
  server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (answer !== null) socket.end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  transport = await openTcp({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, timeoutMs: 1_000 });
});

afterEach(() => {
  transport.abort();
  server.close();
});

const request = { method: 'GET', path: '/state', host: '10.0.0.9', port: 80, timeoutMs: 300 } as const;

it('sends one request and closes: nothing keeps the connection', async () => {
  answer = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
  const login = { user: 'none', password: 'pass' };
  const response = await openResponse(transport, { ...request, method: 'PUT', login, json: { on: true } }, WriteDeadline.none);
  expect(await readResponse(response, { timeoutMs: 300, maxBytes: 100 })).toMatchObject({ status: 200, body: 'abc' });
  expect(received.split('\r\n')).toEqual([
    'PUT /state HTTP/1.1',
    'Authorization: Basic bm9uZTpwYXNz',
    'Content-Type: application/json',
    'Content-Length: 11',
    'Host: 10.0.0.9',
    'Connection: close',
    '',
    '{"on":true}',
  ]);
});

it('sends nothing if the deadline passes between the call and the moment in which the bytes leave', async () => {
  answer = 'HTTP/1.1 200 OK\r\n\r\n';
  let isLate = false;
  const response = openResponse(transport, request, new WriteDeadline(0, () => (isLate ? 1 : 0)));
  isLate = true;
  await expect(response).rejects.toMatchObject({ name: 'CommandExpired' });
  await expect(transport.closed).resolves.toContain('closed by the agent');
  expect(received).toBe('');
});

it('resets the connection of a request that is not answered', async () => {
  await expect(openResponse(transport, request, WriteDeadline.none)).rejects.toThrow('didn’t respond');
  expect(transport.isOpen).toBe(false);
});

it.each([
  ['is longer than allowed', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(200)}`, 'more than 100 bytes'],
  ['ends early', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc', 'ended early'],
])('refuses a response that %s', async (_what, text, words) => {
  answer = text;
  const response = await openResponse(transport, request, WriteDeadline.none);
  await expect(readResponse(response, { timeoutMs: 300, maxBytes: 100 })).rejects.toThrow(words);
});
