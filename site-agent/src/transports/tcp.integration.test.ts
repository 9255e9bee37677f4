import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandExpired, WriteDeadline } from '../ports/write-deadline.ts';
import { openTcp } from './tcp.ts';
import { TransportError } from './transport.ts';

let server: Server;
let port: number;
let peers: Socket[];

beforeEach(async () => {
  peers = [];
  server = createServer((socket) => peers.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  for (const peer of peers) peer.destroy();
  server.close();
});

const address = () => ({ host: '127.0.0.1', port, timeoutMs: 1_000 });

async function nextPeer(): Promise<Socket> {
  if (peers.length === 0) await once(server, 'connection');
  return peers[0]!;
}

describe('openTcp', () => {
  it('carries bytes both ways and keeps what came before anyone listened', async () => {
    const line = await openTcp(address());
    const peer = await nextPeer();
    peer.write('early');
    await line.write(Buffer.from('hello'), WriteDeadline.none);
    const [received] = (await once(peer, 'data')) as [Buffer];

    const first = await new Promise<Buffer>((resolve) => line.onData(resolve));
    line.close();

    expect(received.toString()).toBe('hello');
    expect(first.toString()).toBe('early');
  });

  it('tells why the line is gone', async () => {
    const line = await openTcp(address());
    (await nextPeer()).end();
    expect(await line.closed).toContain('the device closed the connection');
  });

  it('refuses to write to a line that is gone', async () => {
    const line = await openTcp(address());
    line.close();
    await line.closed;
    await expect(line.write(Buffer.from('x'), WriteDeadline.none)).rejects.toThrow(TransportError);
  });

  it('sends nothing after the deadline, which counts until the bytes leave', async () => {
    const line = await openTcp(address());
    const received: Buffer[] = [];
    (await nextPeer()).on('data', (chunk: Buffer) => received.push(chunk));
    let now = 0;
    const deadline = new WriteDeadline(10, () => now);
    await line.write(Buffer.from('in time'), deadline);
    now = 11;
    expect(() => line.write(Buffer.from('late'), deadline)).toThrow(CommandExpired);
    await line.write(Buffer.from(', off'), WriteDeadline.none);
    await expect.poll(() => Buffer.concat(received).toString()).toBe('in time, off');
  });

  it('gives up a write that the device does not take', async () => {
    const line = await openTcp({ ...address(), writeTimeoutMs: 100 });
    (await nextPeer()).pause();
    await expect(line.write(Buffer.alloc(64 * 1024 * 1024), WriteDeadline.none)).rejects.toThrow('the device stopped accepting data');
    await line.closed;
  });

  it('is closed by its signal', async () => {
    const stopping = new AbortController();
    const line = await openTcp({ ...address(), signal: stopping.signal });
    stopping.abort();
    expect(await line.closed).toContain('closed by the agent');
  });

  it('outlives the signal of its attempt', async () => {
    const attempt = new AbortController();
    const line = await openTcp({ ...address(), attemptSignal: attempt.signal });
    const peer = await nextPeer();
    attempt.abort();
    expect(line.isOpen).toBe(true);
    await line.write(Buffer.from('x'), WriteDeadline.none);
    await once(peer, 'data');
  });

  it('discards what has not left when it is aborted, and is not open from then on', async () => {
    const line = await openTcp(address());
    const broken = once((await nextPeer()).resume(), 'error') as Promise<[NodeJS.ErrnoException]>;
    line.abort();
    expect(line.isOpen).toBe(false);
    expect((await broken)[0].code).toBe('ECONNRESET');
    expect(await line.closed).toContain('closed by the agent');
  });

  it('names the address that refuses', async () => {
    server.close();
    await once(server, 'close');
    await expect(openTcp(address())).rejects.toThrow(`127.0.0.1:${port}`);
  });

  it.each(['signal', 'attemptSignal'])('does not begin when its %s has aborted already', async (name) => {
    await expect(openTcp({ ...address(), [name]: AbortSignal.abort() })).rejects.toThrow('canceled');
  });
});
