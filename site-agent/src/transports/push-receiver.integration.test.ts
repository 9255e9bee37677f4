import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PushReceiver, type PushRoute } from './push-receiver.ts';

const secret = '3f9c0123456789abcdef0123456789ab';
const url = `/plates/lane1/${secret}`;
const picture = (bytes: number) => Buffer.alloc(bytes, 0x20);

let receiver: PushReceiver;
let taken: (readonly string[])[];
let problems: (string | null)[];

const route = (changes: Partial<PushRoute> = {}): PushRoute => ({
  path: '/plates/lane1',
  secret,
  address: '127.0.0.1',
  take: (documents) => void taken.push(documents),
  report: (problem) => void problems.push(problem),
  ...changes,
});

async function start(...routes: PushRoute[]): Promise<void> {
  taken = [];
  problems = [];
  receiver = new PushReceiver({ host: '127.0.0.1', port: 0, routes });
  receiver.start();
  await expect.poll(() => receiver.port).toBeGreaterThan(0);
  problems = [];
}

beforeEach(() => start(route()));
afterEach(() => receiver.stop());

const post = (path: string, body?: string | FormData, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${receiver.port}${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) });

/** Sends raw bytes and returns the response. */
async function raw(text: string | Buffer, ...more: Buffer[]): Promise<string> {
  const socket: Socket = connect(receiver.port, '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  for (const part of [text, ...more]) socket.write(part);
  await expect.poll(() => answer).toContain('\r\n\r\n');
  socket.destroy();
  return answer.split('\r\n', 1)[0] ?? '';
}

describe('a post of a device', () => {
  it('is answered with an empty 200 and passed on', async () => {
    const response = await post(url, '{"a":1}', { 'content-type': 'application/json' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    await expect.poll(() => taken).toEqual([['{"a":1}']]);
  });

  it('loses its pictures and keeps its texts, by any name and type', async () => {
    const form = new FormData();
    form.append('json', '{"b":2}');
    form.append('anpr.xml', new Blob(['<a/>'], { type: 'application/xml; charset="UTF-8"' }), 'anpr.xml');
    form.append('ANPR.XML', new Blob(['<b/>'], { type: 'application/octet-stream' }), 'ANPR.XML');
    form.append('plate.jpg', new Blob([picture(200_000)], { type: 'image/jpeg' }), 'plate.jpg');
    expect((await post(url, form)).status).toBe(200);
    await expect.poll(() => taken).toEqual([['{"b":2}', '<a/>', '<b/>']]);
  });

  it('whose boundary begins with dashes is read', async () => {
    const boundary = '---------------------------7e13971310878';
    const part = 'Content-Disposition: form-data; name="anpr.xml"; filename="anpr.xml"\r\nContent-Type: application/xml\r\n\r\n<a/>';
    const body = `--${boundary}\r\n${part}\r\n--${boundary}--\r\n`;
    expect((await post(url, body, { 'content-type': `multipart/form-data; boundary=${boundary}` })).status).toBe(200);
    await expect.poll(() => taken).toEqual([['<a/>']]);
  });

  const form = (body: string): [string, Record<string, string>] => [body, { 'content-type': 'multipart/form-data; boundary=x' }];

  it.each([
    [
      'ends in the middle of a picture',
      ...form('--x\r\nContent-Disposition: form-data; name="a"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nabc'),
    ],
    ['ends in the middle of its XML', ...form('--x\r\nContent-Disposition: form-data; name="a"; filename="a.xml"\r\n\r\n<a')],
    ['has another boundary', ...form('--y\r\n\r\nabc\r\n--y--')],
    ['names no boundary', 'abc', { 'content-type': 'multipart/form-data' }],
  ])('that %s is acknowledged, so that it is not sent again, and passed on as damaged', async (_what, body, headers) => {
    expect((await post(url, body, headers)).status).toBe(200);
    await expect.poll(() => taken).toEqual([[]]);
  });

  it.each([
    ['announced', { 'Content-Length': String(9 * 1024 * 1024) }],
    ['not announced', { 'Transfer-Encoding': 'chunked' }],
  ])('of 9 MB is refused, %s', async (_what, length) => {
    const head = ['POST', ' ', url, ' HTTP/1.1\r\nHost: agent\r\nContent-Type: application/json\r\n'].join('');
    const chunk = 9 * 1024 * 1024;
    const headers = Object.entries(length)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    expect(await raw(`${head}${headers}\r\n`, Buffer.from(`${chunk.toString(16)}\r\n`), picture(chunk))).toBe(
      'HTTP/1.1 413 Payload Too Large',
    );
    expect(taken).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('more than 8 MB')]);
  });

  it('that breaks off is not passed on', async () => {
    const socket = connect(receiver.port, '127.0.0.1');
    socket.write(`POST ${url} HTTP/1.1\r\nHost: agent\r\nContent-Length: 100\r\n\r\n{"a":`);
    setTimeout(() => socket.destroy(), 100);
    await once(socket, 'close');
    expect((await post(url, '{}')).status).toBe(200);
    await expect.poll(() => taken).toEqual([['{}']]);
  });

  it('of a storm is refused beyond a hundred', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const answers: number[] = [];
    while (answers.length < 150) {
      const thirty = Array.from({ length: 30 }, () => post(url, '{}'));
      answers.push(...(await Promise.all(thirty)).map(({ status }) => status));
    }
    clock.mockRestore();
    expect(Map.groupBy(answers, (status) => status).get(200)).toHaveLength(100);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('anything else gets 404', () => {
  it.each([
    ['another secret', 'POST', `/plates/lane1/${secret.replace('3', '4')}`],
    ['no secret', 'POST', '/plates/lane1'],
    ['a part of the secret', 'POST', url.slice(0, -1)],
    ['another device', 'POST', `/plates/lane2/${secret}`],
    ['another method', 'GET', url],
    ['another path', 'GET', '/'],
  ])('%s', async (_what, method, path) => {
    expect((await fetch(`http://127.0.0.1:${receiver.port}${path}`, { method })).status).toBe(404);
    expect(taken).toEqual([]);
  });

  it('a peer at another address, although it has the secret, and it is reported', async () => {
    await receiver.stop();
    await start(route({ address: '10.0.0.31' }));
    expect((await post(url, '{}')).status).toBe(404);
    expect(taken).toEqual([]);
    expect(problems).toEqual(["its posts come from 127.0.0.1; 'host' is 10.0.0.31"]);
  });

  it('the device itself with another secret, and it is reported', async () => {
    expect((await post('/plates/lane1/x', '{}')).status).toBe(404);
    expect(problems).toEqual(['it posts to another path than /plates/lane1/<secret>']);
  });
});

it('keeps strangers from using up the connections', async () => {
  await receiver.stop();
  await start(route({ address: '10.0.0.31' }));
  const strangers = Array.from({ length: 20 }, () => connect(receiver.port, '127.0.0.1').on('error', () => undefined));
  await expect.poll(() => strangers.filter(({ destroyed }) => destroyed).length).toBe(12);
  strangers.forEach((stranger) => stranger.destroy());
});

it('reports an address that it cannot listen on', async () => {
  await receiver.stop();
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  receiver = new PushReceiver({ host: '127.0.0.1', port, routes: [route()] });
  problems = [];
  receiver.start();
  await expect.poll(() => problems).toEqual([expect.stringContaining(`the agent can’t listen on 127.0.0.1:${port}`)]);
  other.close();
});
