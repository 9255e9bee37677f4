import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { isLostConnection } from '../db/pool.ts';
import { errorWriter } from './error-writer.ts';
import { openLog } from './log.ts';
import { requestLog } from './requests.ts';
import { webhook, type ReceiveEvent } from './webhook.ts';

let close: () => void = () => undefined;
afterEach(() => close());

async function serving(receive: ReceiveEvent | null): Promise<string> {
  const log = openLog('silent');
  const app = new Koa();
  for (const layer of [requestLog(log), errorWriter(log, isLostConnection, () => Promise.resolve()), webhook(receive)]) app.use(layer);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => server.close();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (url: string, path = '/api/webhook/stripe') =>
  fetch(`${url}${path}`, { method: 'POST', body: '{"é":  1}\n', headers: { 'stripe-signature': 't=1,v1=2' } });

describe("the webhook's address", () => {
  it('hands over the bytes as they came, with their signature', async () => {
    const seen: [string, string][] = [];
    const url = await serving(async (body, signature) => void seen.push([body.toString(), signature]));
    const answer = await post(url, '/api/Webhook/Stripe/');
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    expect(seen).toEqual([['{"é":  1}\n', 't=1,v1=2']]);
  });

  it('does not exist where no secret is configured, nor for reading', async () => {
    expect((await post(await serving(null))).status).toBe(404);
    close();
    const url = await serving(async () => undefined);
    expect((await fetch(`${url}/api/webhook/stripe`)).status).toBe(404);
  });

  it('answers 503 while the database is unavailable, so that the event comes again', async () => {
    const url = await serving(async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    });
    const answer = await post(url);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'database_unavailable' }]);
  });
});
