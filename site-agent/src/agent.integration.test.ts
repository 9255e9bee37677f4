import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentState, durableEvent, type DurableEvent } from '@washdesk/site-protocol/envelope';
import { agentStateTopic, eventTopic, rosterTopic } from '@washdesk/site-protocol/topics';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from './testing/site.ts';

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

describe('commands', () => {
  it('answers a ping, and says what it does not know', async () => {
    expect(await joliet.cloud.command('agent', 'ping', {})).toMatchObject({ ok: true, result: { boot: expect.any(String) } });
    expect(await joliet.cloud.command('south', 'open', open)).toMatchObject({ ok: false, code: 'unknown_device' });
    expect(await joliet.cloud.command('north', 'close', open)).toMatchObject({ ok: false, code: 'unknown_verb' });
    expect(await joliet.cloud.command('north', 'open', { employee: 'x' })).toMatchObject({
      ok: false,
      code: 'bad_payload',
      message: expect.stringMatching(/couldn’t read this command/),
    });
  });

  it('opens a gate once, tells it durably and forgets the event when it is acknowledged', async () => {
    const id = randomUUID();
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({
      ok: true,
      result: { result: 'opened', repeated: false },
    });
    expect(joliet.pulses()).toBe(1);
    const event = await joliet.gateEvent(id);
    expect(event).toMatchObject({ seq: 1, payload: { result: 'opened', employee: 3242 } });
    await joliet.cloud.acknowledge(event);

    const second = randomUUID();
    await joliet.cloud.command('north', 'open', open, { id: second });
    // the trace of the first opening is still there
    expect(await joliet.gateEvent(second)).toMatchObject({ seq: 3, first: 2 });
  });

  it('answers a repeated opening with its stored result, after a kill -9 too', async () => {
    const id = randomUUID();
    await joliet.cloud.command('north', 'open', open, { id });
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({
      ok: true,
      result: { result: 'opened', repeated: true },
    });

    await joliet.agent.stop('SIGKILL');
    await joliet.startAgent();
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({
      ok: true,
      result: { result: 'opened', repeated: true },
    });
    expect(joliet.pulses()).toBe(1);
  });

  it('records a usage in Sitewatch once', async () => {
    const usage = {
      usageId: randomUUID(),
      code: 'ABC1234-IL',
      planName: 'Super Kiss',
      productClass: 'Super Kiss',
      terminal: null,
      employee: 3242,
      at: '2026-11-21T18:30:00Z',
    };
    const first = await joliet.cloud.command('sitewatch', 'record-usage', usage, { lease: null });
    expect(first).toMatchObject({ ok: true, result: { repeated: false } });
    expect(await joliet.cloud.command('sitewatch', 'record-usage', usage, { lease: null })).toMatchObject({
      ok: true,
      result: { repeated: true },
    });
    expect(await around.sitewatch.query(`select count(*) as N from TENDER where REFERENCE = '${usage.usageId}'`)).toEqual([{ N: 1 }]);
  });
});

describe('lookups', () => {
  it('go through the line to Sitewatch and back', async () => {
    expect(await joliet.cloud.command('sitewatch', 'sites', {}, { lease: null })).toMatchObject({
      result: { sites: [{ number: 12, name: 'Joliet' }, { number: 27 }] },
    });
    expect(await joliet.cloud.command('sitewatch', 'codes', { objid: null, codes: ['ABC1234-IL'] }, { lease: null })).toMatchObject({
      result: { codes: [{ objid: 60, customer: 50, code: 'ABC1234-IL' }, { objid: 61 }] },
    });
  });
});

/** Records a sale made at a register. */
async function ring(saleId: number): Promise<void> {
  await around.sitewatch.query(`insert into SALE (OBJID, SITE, SALEID, TOTAL) values (next value for GEN_OBJID, 1, ${saleId}, 19.15)`);
}

async function saleEvent(saleId: number): Promise<DurableEvent> {
  const { message } = await joliet.cloud.until(
    ({ topic, message: event }) =>
      topic === eventTopic(site, 'sale', 'sitewatch') && (event as { payload: { saleId: number } }).payload.saleId === saleId,
  );
  return durableEvent.parse(message);
}

describe('sales', () => {
  it('that registers make are told durably, those too that were made while the agent was dead', async () => {
    await ring(7_001);
    expect((await saleEvent(7_001)).payload).toMatchObject({ total: 1915, customer: null });
    await joliet.agent.stop('SIGKILL');
    await ring(7_002);
    await joliet.startAgent();
    expect((await saleEvent(7_002)).payload).toMatchObject({ total: 1915 });
  });

  it('are told again by themselves when Firebird is back', async () => {
    await around.sitewatch.restart();
    await ring(7_003);
    expect((await saleEvent(7_003)).payload).toMatchObject({ saleId: 7_003 });
  });
});

describe('the roster', () => {
  it('is updated within two seconds of a notice, and its presence reports its number', async () => {
    around.members.put({
      code: 'ABC1234-IL',
      customer: 'cus_1',
      planName: 'Super Kiss',
      productClass: 'Super Kiss',
      status: 'active',
      goodUntil: null,
      priceIncrease: false,
      groups: [],
      removed: false,
    });
    const seq = around.members.seq();
    await joliet.cloud.publish(rosterTopic(site), JSON.stringify({ v: 1, seq }));
    const moved = await joliet.cloud.until(
      ({ topic, message }) => topic === agentStateTopic(site) && agentState.parse(message).roster === seq,
    );
    expect(moved.retain).toBe(false);
  });
});
