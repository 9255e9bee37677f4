import { once } from 'node:events';
import net from 'node:net';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from './server.ts';

async function openServer() {
  const app = new Koa();
  app.use((context) => {
    context.body = 'here';
  });
  const server = await startServer(app.callback(), '127.0.0.1', 0);
  onTestFinished(() => server.stop(0));
  return server;
}

describe('stop', () => {
  it('answers a connection that was opened before and asks only now, and then closes it', async () => {
    const server = await openServer();
    const accepted = once(server.server, 'connection');
    const client = net.connect(server.port, '127.0.0.1');
    await accepted;

    const stopped = server.stop(60_000);
    client.write('GET / HTTP/1.1\r\nHost: desk\r\n\r\n');
    let answer = '';
    client.on('data', (chunk) => (answer += chunk.toString()));
    await once(client, 'end');
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*connection: close\r\n/is);
    await stopped;
  });
});

describe('headers that drip in', () => {
  it('end in time: the connection is closed soon after its limit', async () => {
    const server = await startServer(new Koa().callback(), '127.0.0.1', 0, { headersTimeout: 300 });
    onTestFinished(() => server.stop(0));
    const client = net.connect(server.port, '127.0.0.1');
    // the server may reset a connection that still sends
    client.on('error', () => undefined);
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.write('GET / HTTP/1.1\r\n');
    const drip = setInterval(() => client.write('X-Drop: 1\r\n'), 50);
    onTestFinished(() => clearInterval(drip));
    const began = performance.now();
    client.resume();
    await closed;
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
