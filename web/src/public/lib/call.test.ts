import { afterEach, expect, it, vi } from 'vitest';
import type { startCheckout } from '@washdesk/contracts/billing/checkout';
import type { findZip } from '@washdesk/contracts/company/reference';
import { fails, ok, stubFetch } from '../../lib/fetch.fixture.ts';
import { call, newKey, type CallFailed } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

const failureOf = (calling: Promise<unknown>): Promise<CallFailed> =>
  calling.then(
    () => expect.fail('the call succeeded'),
    (error: CallFailed) => error,
  );

const body = { termsAgreed: true } as Parameters<typeof call<typeof startCheckout>>[2]['body'];

it('sends a body as JSON under its key, and returns the answer', async () => {
  const sent = stubFetch({ 'POST /checkout': ok({ url: 'https://pay' }) });
  const { url } = await call<typeof startCheckout>('POST', '/checkout', { body, key: 'key-1' });
  expect(url).toBe('https://pay');
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/checkout',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
        'x-request-id': expect.stringMatching(/^[\da-f]{32}$/),
      },
      body,
    },
  ]);
});

it('tells a refusal by its code, its sentence and its fields', async () => {
  stubFetch({
    'POST /checkout': {
      status: 400,
      body: { code: 'bad_request', message: 'No', problems: [{ path: 'body.email', message: 'is missing' }] },
    },
  });
  expect(await failureOf(call<typeof startCheckout>('POST', '/checkout', { body, key: 'k' }))).toMatchObject({
    status: 400,
    code: 'bad_request',
    message: 'No',
    problems: [{ path: 'body.email', message: 'is missing' }],
  });
});

it('has no sentence for a proxy’s page or a lost connection', async () => {
  stubFetch({
    'GET /zipcode/60435': { status: 502, body: 'Bad Gateway' },
    'GET /zipcode/60436': fails(404, 'zip_not_found', 'ZIP not found'),
  });
  const failures = await Promise.all(
    (['/zipcode/60435', '/zipcode/60436', '/zipcode/99999'] as const).map((path) => failureOf(call<typeof findZip>('GET', path))),
  );
  expect(failures.map(({ status, code, message }) => [status, code, message])).toEqual([
    [502, 'http_502', ''],
    [404, 'zip_not_found', 'ZIP not found'],
    [null, 'unreachable', ''],
  ]);
});

it('is canceled by its signal', async () => {
  const stop = new AbortController();
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const failure = failureOf(call<typeof findZip>('GET', '/zipcode/60435', { signal: stop.signal }));
  stop.abort();
  expect(await failure).toMatchObject({ status: null, code: 'canceled' });
});

it('makes keys that differ', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});
