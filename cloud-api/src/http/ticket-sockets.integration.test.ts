import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '@washdesk/test-support/until';
import { openLog } from './log.ts';
import { serveSockets } from './ticket-sockets.ts';

const origin = 'https://desk.washdesk.test';

interface Joined {
  grant: string;
  send(message: object): void;
  close(reason: string): void;
}

let server: Server;
let blocked = false;
let tellBlocked: () => void;
let closeAll: () => void;
let joined: Joined[];
let left: string[];
let opened: WebSocket[];

const hub = {
  redeem: async (ticket: string) => (ticket.startsWith('good') ? ticket : null),
  stillAllowed: async (grant: string) => grant !== 'good-but-signed-out',
  join(listener: Joined) {
    joined.push(listener);
    return () => void left.push(listener.grant);
  },
};

beforeEach(async () => {
  joined = [];
  left = [];
  opened = [];
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAll = serveSockets(
    server,
    { '/api/live': hub },
    {
      publicUrl: origin,
      log: openLog('silent'),
      proxies: 0,
      isBlocked: () => blocked,
      onBlocked: (tell) => void (tellBlocked = tell),
    },
  );
});
afterEach(async () => {
  for (const socket of opened) socket.terminate();
  closeAll();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

function connect(path = '/api/live', headers: Record<string, string> = { origin }): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
  opened.push(socket);
  return socket;
}

async function listen(ticket = 'good-1'): Promise<{ socket: WebSocket; listener: Joined }> {
  const socket = connect();
  await once(socket, 'open');
  socket.send(JSON.stringify({ ticket }));
  const listener = await until('the listener has joined', () => joined.find(({ grant }) => grant === ticket));
  return { socket, listener };
}

const upgradeRequest = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: ${origin}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

/** Returns the response to an upgrade at an address that client libraries refuse to use. */
async function upgradeAt(path: string): Promise<string> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  socket.write(upgradeRequest(path));
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return answer;
}

const closing = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];
const refusal = (socket: WebSocket): Promise<string> => once(socket, 'error').then(([error]) => (error as Error).message);

describe('a live socket', () => {
  it('receives the topics of its grant, after its ticket', async () => {
    const { socket, listener } = await listen();
    const heard = once(socket, 'message');
    listener.send({ type: 'ready' });
    expect(String((await heard)[0])).toBe('{"type":"ready"}');
  });

  it.each([
    ['another page', { origin: 'https://evil.test' }],
    ['a page that hides its origin', { origin: 'null' }],
    ['no page at all', {}],
  ])('is refused before the upgrade to %s', async (_name, headers) => {
    expect(await refusal(connect('/api/live', headers as Record<string, string>))).toContain('401');
  });

  it('is refused to an address that is shut out, and ends when its address is', async () => {
    const { socket } = await listen();
    blocked = true;
    try {
      const ended = once(socket, 'close');
      tellBlocked();
      await ended;
      expect(await refusal(connect())).toContain('403');
      expect(await refusal(connect('/elsewhere'))).toContain('403');
    } finally {
      blocked = false;
    }
    await once(connect(), 'open');
  });

  it('has one address, in any case', async () => {
    expect(await refusal(connect('/api/liver'))).toContain('404');
    expect(await refusal(connect('/'))).toContain('404');
    await once(connect('/API/Live/'), 'open');
  });

  it.each(['//', '//[', 'http://[/api/live', '/\\', '*'])('at the invalid address %s is refused without any effect', async (path) => {
    const answer = await upgradeAt(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    await listen();
  });

  it('that closes while it is refused has no effect', async () => {
    for (let i = 0; i < 20; i += 1) {
      const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(upgradeRequest('/nowhere'));
      socket.resetAndDestroy();
    }
    expect((await listen()).listener.grant).toBe('good-1');
  });

  it.each([
    ['a bad ticket', '{"ticket":"bad"}'],
    ['a ticket that is no text', '{"ticket":{"good":1}}'],
    ['no JSON', 'good'],
    ['JSON that is no object', 'null'],
    ['nothing', ''],
  ])('that brings %s is closed', async (_name, message) => {
    const socket = connect();
    await once(socket, 'open');
    socket.send(message);
    expect(await closing(socket)).toBe(4401);
    expect(joined).toEqual([]);
  });

  it('that sends more than a ticket needs is closed', async () => {
    const socket = connect();
    socket.on('error', () => undefined);
    await once(socket, 'open');
    socket.send(JSON.stringify({ ticket: 'good'.padEnd(10_000, '-') }));
    expect(await closing(socket)).toBe(1009);
  });

  it('reports only: what it says after its ticket goes nowhere', async () => {
    const { socket, listener } = await listen();
    socket.send(JSON.stringify({ ticket: 'good-2' }));
    socket.send('{"open":"north"}');
    const heard = once(socket, 'message');
    listener.send({ type: 'ready' });
    await heard;
    expect(joined.map(({ grant }) => grant)).toEqual(['good-1']);
  });

  it('is closed when its session ends', async () => {
    const { socket, listener } = await listen();
    const closed = closing(socket);
    listener.close('The session has ended');
    expect(await closed).toBe(4403);
    await until('it has left', () => left.at(0));
  });

  it('is closed at once when its session ended after the ticket was given', async () => {
    const socket = connect();
    await once(socket, 'open');
    socket.send(JSON.stringify({ ticket: 'good-but-signed-out' }));
    expect(await closing(socket)).toBe(4403);
  });

  it('that does not answer its end is cut off', async () => {
    const { socket, listener } = await listen();
    socket.pause();
    listener.close('The session has ended');
    expect(await until('it has left', () => left.find((grant) => grant === 'good-1'))).toBe('good-1');
  });

  it('that reads too slowly is closed rather than fed from memory', async () => {
    const { socket, listener } = await listen();
    socket.pause();
    const big = { type: 'gate', host: 'x'.repeat(200_000) };
    // unread data fills the buffers of both ends, a few megabytes, and then memory
    for (let i = 0; i < 200; i += 1) {
      listener.send(big);
      await new Promise(setImmediate);
    }
    const closed = closing(socket);
    socket.resume();
    expect(await closed).toBe(4408);
  });

  it('that is gone leaves', async () => {
    const { socket } = await listen();
    socket.terminate();
    expect(await until('it has left', () => left.find((grant) => grant === 'good-1'))).toBe('good-1');
  });

  it('is closed with "service restart" by a server that stops', async () => {
    const { socket } = await listen();
    const closed = closing(socket);
    closeAll();
    expect(await closed).toBe(1012);
  });
});

describe('sockets that send no ticket', () => {
  it('are thirty of a network at most; one that sent its ticket gives its place back', async () => {
    const waiting = Array.from({ length: 30 }, () => connect());
    await Promise.all(waiting.map((socket) => once(socket, 'open')));
    const refused = connect();
    const [problem] = (await once(refused, 'error')) as [Error];
    expect(problem.message).toContain('429');
    waiting[0]!.send(JSON.stringify({ ticket: 'good-1' }));
    await until('the ticket was redeemed', async () => (joined.length === 1 ? true : null));
    const next = connect();
    await once(next, 'open');
  });
});
