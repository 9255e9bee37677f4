import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockProblem } from './clock-problem.ts';

let server: Server;
let plain: URL;
const cloud = new URL('https://desk.example.com');
const refused = { code: 'CERT_NOT_YET_VALID' };
const wrong = new Date('2019-01-03T10:00:00Z');

beforeAll(async () => {
  server = createServer((_request, response) => response.setHeader('date', 'Thu, 26 Nov 2026 21:50:00 GMT').writeHead(301).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  plain = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => void server.close());

describe('a certificate that is refused for its dates', () => {
  it('names the wrong clock of the computer', async () => {
    const words = 'This computer’s clock says 2019-01-03 10:00 UTC, but it is 2026-11-26 21:50 UTC; set the clock';
    expect(await clockProblem(refused, cloud, { now: wrong, plain })).toBe(words);
  });

  it('is itself at fault if the clock is right, and no time is known without a response', async () => {
    expect(await clockProblem(refused, cloud, { now: new Date('2026-11-26T21:40:00Z'), plain })).toBeNull();
    expect(await clockProblem(refused, cloud, { now: wrong, plain: new URL('http://127.0.0.1:1/') })).toBeNull();
  });

  it('is not suspected for another error', async () => {
    expect(await clockProblem({ code: 'ECONNREFUSED' }, cloud, { now: wrong, plain })).toBeNull();
  });
});
