import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentState } from '@washdesk/site-protocol/envelope';
import { leaseValidityMs } from '@washdesk/site-protocol/timing';
import { agentStateTopic, commandTopic, deviceStateTopic } from '@washdesk/site-protocol/topics';
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

describe('a gate never opens late, twice or for a stranger', () => {
  it('refuses a command without a lease, with an old one, and one past its time', async () => {
    expect(await joliet.cloud.command('north', 'open', open, { lease: null })).toMatchObject({ result: { result: 'expired' } });
    expect(await joliet.cloud.command('north', 'open', open, { lease: 'x'.repeat(24) })).toMatchObject({ result: { result: 'expired' } });
    expect(await joliet.cloud.command('north', 'open', open, { exp: Date.now() - 1 })).toMatchObject({ result: { result: 'expired' } });
    expect(joliet.pulses()).toBe(0);
  });

  it('lets an id that expired be used again with a fresh lease', async () => {
    const id = randomUUID();
    await joliet.cloud.command('north', 'open', open, { id, lease: null });
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({ result: { result: 'opened', repeated: false } });
  });

  it('does nothing on replays, retained messages, foreign signatures and moved topics', async () => {
    const id = randomUUID();
    const { topic, text } = await joliet.cloud.send('north', 'open', open, { id });
    expect(await joliet.cloud.replyTo(id)).toMatchObject({ result: { result: 'opened' } });
    expect(joliet.pulses()).toBe(1);
    await joliet.cloud.publish(topic, text);
    const stranger = generateKeyPairSync('ed25519').privateKey;
    await joliet.cloud.send('north', 'open', open, { key: stranger });
    await joliet.cloud.send('north', 'open', open, { kid: 'unknown' });
    await joliet.cloud.publish(commandTopic(site, 'south', 'open'), text);
    await joliet.cloud.publish(topic, 'no json');
    // the ping after these messages proves that all of them were handled
    await joliet.cloud.command('agent', 'ping', {});
    expect(joliet.pulses()).toBe(1);
    expect(joliet.agent.output()).toMatch(/bad-signature/);
  });

  it('opens once for twenty presses with twenty ids at once', async () => {
    await joliet.gate.behave({ lateAnswerMs: 60 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => joliet.cloud.command('north', 'open', open)));
    const results = replies.map((reply) => (reply.ok ? (reply.result as { result: string }).result : reply.code));
    expect(results.toSorted()).toEqual(['opened', ...Array.from({ length: 19 }, () => 'rejected')]);
    expect(joliet.pulses()).toBe(1);
  });

  it('does nothing when it was frozen for six seconds', async () => {
    const id = randomUUID();
    const lease = await joliet.cloud.freshLease();
    process.kill(joliet.agent.pid, 'SIGSTOP');
    await joliet.cloud.send('north', 'open', open, { id, lease, exp: Date.now() + 60_000 });
    await sleep(leaseValidityMs + 1_000);
    process.kill(joliet.agent.pid, 'SIGCONT');
    expect(await joliet.cloud.replyTo(id)).toMatchObject({ ok: true, result: { result: 'expired' } });
    expect(joliet.pulses()).toBe(0);
  });

  it('opens nothing by an id that was sent before its journal was damaged: the gate may have opened then', async () => {
    const id = randomUUID();
    const sentBefore = { journal: await joliet.cloud.journal() };
    const lease = await joliet.cloud.freshLease();
    await joliet.cloud.send('north', 'open', open, { id, lease });
    await eventually(() => joliet.pulses() === 1);
    await joliet.agent.stop('SIGKILL');
    const log = join(joliet.journal, 'journal.db-wal');
    truncateSync(log, Math.floor(statSync(log).size / 2));

    await joliet.startAgent();
    expect(await joliet.cloud.command('north', 'open', open, { id, sentBefore })).toMatchObject({
      result: { result: 'duplicate', notKnown: true },
    });
    expect(joliet.pulses()).toBe(1);
    expect(await joliet.cloud.command('north', 'open', open)).toMatchObject({ result: { result: 'opened', repeated: false } });
  });

  it.each([-600_000, 600_000])(
    'goes by the time of the cloud where its computer is wrong by %i ms, and says so at the gate',
    async (wrong) => {
      joliet.cloud.aheadMs = -wrong;
      const from = joliet.cloud.heard.length;
      const { message } = await joliet.cloud.until(
        ({ topic, message: state }, index) =>
          index >= from &&
          topic === deviceStateTopic(site, 'north') &&
          (state as { reason: string | null }).reason?.includes('10 min') === true,
      );
      expect(message).toMatchObject({ health: 'degraded', reason: expect.stringContaining(wrong < 0 ? 'slow' : 'fast') });
      await joliet.cloud.until(
        ({ topic, message: state }) => topic === agentStateTopic(site) && agentState.parse(state).problems?.[0]?.code === 'clock',
      );
      // what arrives 1 ms too late by the cloud's clock opens nothing, what is in time opens
      expect(await joliet.cloud.command('north', 'open', open, { exp: joliet.cloud.now() - 1 })).toMatchObject({
        result: { result: 'expired' },
      });
      expect(joliet.pulses()).toBe(0);
      expect(await joliet.cloud.command('north', 'open', open)).toMatchObject({ result: { result: 'opened' } });
    },
  );

  it('says unavailable when the gate is offline, and opens by the same id when it is back', async () => {
    let from = joliet.cloud.heard.length;
    await joliet.gate.behave({ refuse: true });
    await joliet.deviceIs('north', 'offline', from);
    const id = randomUUID();
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({ ok: false, code: 'unavailable' });
    from = joliet.cloud.heard.length;
    await joliet.gate.behave({ refuse: false });
    await joliet.deviceIs('north', 'online', from);
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({
      ok: true,
      result: { result: 'opened', repeated: false },
    });
  });
});
