import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTopic } from '@washdesk/site-protocol/topics';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from './testing/site.ts';
import { eventually } from './testing/support.ts';

let around: TestEnvironment;
let joliet: TestSite;
beforeAll(async () => {
  around = await startTestEnvironment();
});
beforeEach(async () => {
  joliet = await createTestSite(around);
  await joliet.startAgent();
});
afterEach(() => joliet.stop());
afterAll(() => around.stop());

describe('broken parts', () => {
  it('tells the will when it is killed, and its state when it ends in order', async () => {
    let from = joliet.cloud.heard.length;
    await joliet.agent.stop('SIGKILL');
    await joliet.agentIs(false, from);

    await joliet.startAgent();
    from = joliet.cloud.heard.length;
    expect(await joliet.agent.stop()).toBe(0);
    await joliet.agentIs(false, from);
  });

  it('comes back when the broker does, with what was not acknowledged', async () => {
    const id = randomUUID();
    await joliet.cloud.command('north', 'open', open, { id });
    await joliet.gateEvent(id);
    await around.broker.stop();
    const heard = joliet.cloud.heard.length;
    await around.broker.start();
    const again = await joliet.cloud.until((seen, index) => index >= heard && seen.topic === eventTopic(site, 'gate-result', 'north'));
    expect(again.message).toMatchObject({ seq: 1, payload: { command: id } });
    expect(await joliet.cloud.command('north', 'open', open)).toMatchObject({ result: { result: 'opened' } });
  });

  it('traces the end of a held request, also if the agent stops', async () => {
    await joliet.agent.stop();
    await joliet.startAgent({ mode: 'hold', maxHoldMs: 300_000 });
    const id = randomUUID();
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({ result: { result: 'opened' } });
    expect(await joliet.agent.stop()).toBe(0);
    const from = joliet.cloud.heard.length;
    await joliet.startAgent();
    const { message } = await joliet.cloud.until(
      ({ topic, message: event }, index) =>
        index >= from && topic === eventTopic(site, 'trace', 'north') && JSON.stringify(event).includes('The request was held'),
    );
    const reason = expect.stringMatching(/^The request was held for [0-9.]+ s, until the agent or its driver was stopped$/);
    expect(message).toMatchObject({
      payload: { command: id, lane: 1, outcome: 'opened', hops: [{ detail: reason }, { step: 'readback' }] },
    });
  });

  it('opens a gate whose driver was restarted by command', async () => {
    const from = joliet.cloud.heard.length;
    expect(await joliet.cloud.command('agent', 'restart-driver', { device: 'north' })).toMatchObject({ ok: true });
    await joliet.deviceIs('north', 'online', from);
    expect(await joliet.cloud.command('north', 'open', open)).toMatchObject({ ok: true, result: { result: 'opened' } });
    const attic = await joliet.cloud.command('agent', 'restart-driver', { device: 'attic' });
    expect(attic).toMatchObject({ ok: false, code: 'unknown_device' });
  });

  it('asks Sitewatch over new connections after its driver was restarted by command', async () => {
    const employee = () => joliet.cloud.command('sitewatch', 'employee', { number: 3242 }, { lease: null });
    expect(await employee()).toMatchObject({ ok: true });
    expect(await joliet.cloud.command('agent', 'restart-driver', { device: 'sitewatch' })).toMatchObject({ ok: true });
    await eventually(async () => (await employee()).ok);
  });

  it('answers unavailable while Firebird is unavailable, and records once when it is back', async () => {
    const usage = {
      usageId: randomUUID(),
      code: 'ABC1234-IL',
      planName: 'Super Kiss',
      productClass: 'Super Kiss',
      terminal: null,
      employee: null,
      at: '2026-11-21T18:30:00Z',
    };
    await around.sitewatch.server.kill();
    expect(await joliet.cloud.command('sitewatch', 'employee', { number: 3242 }, { lease: null })).toMatchObject({
      ok: false,
      code: 'unavailable',
    });
    await around.sitewatch.restart();
    await eventually(async () => (await joliet.cloud.command('sitewatch', 'record-usage', usage, { lease: null })).ok);
    expect(await around.sitewatch.query(`select count(*) as N from TENDER where REFERENCE = '${usage.usageId}'`)).toEqual([{ N: 1 }]);
  });
});
