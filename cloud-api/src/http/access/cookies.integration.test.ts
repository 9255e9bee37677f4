import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCookie, writeCookie } from './cookies.ts';

async function asking(app: Koa, cookie = ''): Promise<{ text: string; set: string[] }> {
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { headers: cookie ? { cookie } : {} });
  return { text: await answer.text(), set: answer.headers.getSetCookie() };
}

function writing(isSecure: boolean, path: string, maxAgeSeconds = 60): Koa {
  const app = new Koa();
  app.use((ctx) => {
    writeCookie(ctx, isSecure, 'washdesk_one', maxAgeSeconds ? 'value' : '', { path, maxAgeSeconds });
    ctx.body = readCookie(ctx, isSecure, 'washdesk_one') ?? 'none';
  });
  return app;
}

describe('a cookie', () => {
  it('has a name on TLS that only this host can set, or a secure line', async () => {
    expect((await asking(writing(true, '/'))).set).toEqual([
      '__Host-washdesk_one=value; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    ]);
    expect((await asking(writing(true, '/api/auth'))).set[0]).toMatch(/^__Secure-washdesk_one=value; Path=\/api\/auth; /);
    expect((await asking(writing(false, '/'))).set).toEqual(['washdesk_one=value; Path=/; Max-Age=60; HttpOnly; SameSite=Strict']);
  });

  it('is cleared by an empty one', async () => {
    expect((await asking(writing(true, '/', 0))).set).toEqual([expect.stringMatching(/^__Host-washdesk_one=; Path=\/; Max-Age=0; /)]);
  });

  it('is read on TLS under its secure name alone, and elsewhere under the plain one', async () => {
    const both = 'washdesk_one=plain; __Host-washdesk_one=secure';
    expect((await asking(writing(true, '/'), both)).text).toBe('secure');
    expect((await asking(writing(true, '/'), 'washdesk_one=plain')).text).toBe('none');
    expect((await asking(writing(false, '/'), both)).text).toBe('plain');
  });
});
