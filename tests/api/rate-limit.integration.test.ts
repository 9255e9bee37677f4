import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { refusal, send, type Answer } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { Role } from '@washdesk/rules/company/roles';

const perMinute = 5;
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startCloud({ WASHDESK_REQUESTS_PER_MINUTE: String(perMinute) });
});
afterAll(() => cloud.stop());

const ask = (headers: Headers): Promise<Answer> => send(cloud.url, { method: 'GET', path: '/config', headers });

async function useUp(headers: Headers): Promise<void> {
  for (let i = 0; i < perMinute; i += 1) expect((await ask(headers)).status).toBe(200);
}

describe('more requests than the limit per minute', () => {
  it('are refused with the time to wait', async () => {
    const headers = await signedIn(cloud, { roles: Role.Cashier });
    await useUp(headers);
    const answer = await ask(headers);
    expect(answer.status).toBe(429);
    expect(refusal(answer)).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: expect.any(Number) } });
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('of one session do not shut out another from the same address', async () => {
    const [one, other] = [await signedIn(cloud, { roles: Role.Cashier }), await signedIn(cloud, { roles: Role.Cashier })];
    await useUp(one);
    expect((await ask(one)).status).toBe(429);
    expect((await ask(other)).status).toBe(200);
  });

  it('without a sign-in are counted by address, whatever address they claim', async () => {
    for (let i = 0; i < perMinute; i += 1) await ask({ 'x-forwarded-for': `10.0.0.${i}` });
    expect((await ask({ 'x-forwarded-for': '10.0.0.99' })).status).toBe(429);
  });

  it('do not touch the health', async () => {
    for (let i = 0; i < perMinute + 3; i += 1) expect((await fetch(`${cloud.url}/health`)).status).toBe(200);
  });
});
