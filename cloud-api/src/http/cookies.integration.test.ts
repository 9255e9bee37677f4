import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EnrolledDevice } from '../common/caller.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { callerOf, identify } from './identify.ts';

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
    ctx.body = readCookie(ctx, 'washdesk_one') ?? 'none';
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

  it('is cleared under both names', async () => {
    expect((await asking(writing(true, '/', 0))).set.map((one) => one.split(';')[0])).toEqual(['__Host-washdesk_one=', 'washdesk_one=']);
  });

  it('is read under its secure name first, and under the plain one where there is no other', async () => {
    const app = writing(true, '/');
    expect((await asking(app, 'washdesk_one=plain; __Host-washdesk_one=secure')).text).toBe('secure');
    expect((await asking(app, 'washdesk_one=plain')).text).toBe('plain');
  });
});

describe("a device's cookie of a former release", () => {
  const device: EnrolledDevice = { id: 'device-1', kind: 'register', name: 'Register 1', site: 12, terminal: null };

  function identifying(): Koa {
    const app = new Koa();
    const source = { principalOf: async () => null, deviceOf: async (secret: string) => (secret === 'known' ? device : null) };
    app.use(identify(source, true));
    app.use((ctx) => {
      ctx.body = callerOf(ctx).device?.name ?? 'nobody';
    });
    return app;
  }

  it('is still taken and given its secure name, so that nobody enrols again', async () => {
    const { text, set } = await asking(identifying(), 'washdesk_device=known');
    expect(text).toBe('Register 1');
    expect(set).toEqual(['__Host-washdesk_device=known; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure']);
    expect((await asking(identifying(), 'washdesk_device=other')).set).toEqual([]);
    expect((await asking(identifying(), '__Host-washdesk_device=known')).set).toEqual([]);
  });
});
