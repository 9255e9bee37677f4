import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Koa from 'koa';
import type { Logger } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { requestLog } from './requests.ts';

/** Returns the order of what happened in one request that is answered with this status. */
async function order(status: number, pattern?: string): Promise<unknown[]> {
  const happened: unknown[] = [];
  const write = (level: string) => (entry: { status: number }) => happened.push([level, entry.status]);
  const log = { debug: write('debug'), info: write('info'), warn: write('warn') } as unknown as Logger;
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.res.once('prefinish', () => happened.push('response written'));
    await next();
  });
  app.use(requestLog(log));
  app.use((ctx) => {
    ctx.state['pattern'] = pattern;
    ctx.status = status;
  });
  const answer = app.callback();
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { signal: abortOnHang() });
  await setImmediate();
  return happened;
}

describe('the log line of a request', () => {
  it.each([
    [200, 'info'],
    [304, 'debug'],
    [404, 'info'],
    [503, 'warn'],
    [200, 'debug', '/health/ready'],
    [503, 'warn', '/health/ready'],
  ])('follows its response of %i, at the level %s %s', async (status, level, pattern?: string) => {
    expect(await order(status, pattern)).toEqual(['response written', [level, status]]);
  });
});
