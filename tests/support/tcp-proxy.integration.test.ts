import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { until } from './until.ts';

let server: Server;
let proxy: TcpProxy;
let client: Socket;
let heard: string;

const arrives = (text: string): Promise<true> => until(`'${text}' arrives`, () => (heard === text ? true : null));

async function dial(): Promise<Socket> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1' });
  await once(socket, 'connect');
  return socket;
}

beforeEach(async () => {
  heard = '';
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString();
      socket.write('.');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startTcpProxy((server.address() as AddressInfo).port);
  client = await dial();
});

afterEach(async () => {
  client.destroy();
  await proxy.stop();
  server.close();
});

describe('a cable that can be cut', () => {
  it('passes what is said, both ways', async () => {
    client.write('one');
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toBe('.');
    expect(heard).toBe('one');
  });

  it('lets what was held pass late and in order', async () => {
    client.write('one');
    await arrives('one');
    proxy.hold();
    client.write('two');
    const other = await dial();
    other.on('error', () => undefined);
    await once(other.setTimeout(100), 'timeout');
    expect(heard).toBe('one');
    proxy.restore();
    await arrives('onetwo');
    other.destroy();
  });

  it('cuts in front of the bytes that were named, and refuses until it is restored', async () => {
    const closed = once(client, 'close');
    const cut = proxy.cutBefore('open');
    client.write('an open');
    await Promise.all([cut, closed]);
    expect(heard).toBe('');
    const refused = await dial();
    await once(refused, 'close');
    proxy.restore();
    client = await dial();
    client.write('again');
    await arrives('again');
  });
});
