import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentState, deviceState } from '@washdesk/site-protocol/envelope';
import { agentStateTopic, deviceStateTopic } from '@washdesk/site-protocol/topics';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from './testing/site.ts';
import { eventually } from './testing/support.ts';

let around: TestEnvironment;
let joliet: TestSite;
beforeAll(async () => {
  around = await startTestEnvironment();
});
beforeEach(async () => {
  joliet = await createTestSite(around);
});
afterEach(() => joliet.stop());
afterAll(() => around.stop());

/** 4096 is the marker's length: no file of the agent can grow beyond it, as on a full disk. */
function limitFiles(limit: '4096' | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(joliet.agent.pid), `--fsize=${limit}:unlimited`]);
}

/** Expects the agent to report its disk problem within 5 s: with the system's text in its state, without it at its gate. */
async function diskIsNamed(from: number): Promise<void> {
  const words = 'The site computer’s disk can’t be written';
  await joliet.cloud.until(({ topic, message }, index) => {
    if (index < from || topic !== agentStateTopic(site)) return false;
    return (
      agentState
        .parse(message)
        .problems?.find(({ code }) => code === 'disk')
        ?.sentence.startsWith(`${words}: `) ?? false
    );
  });
  await joliet.cloud.until(
    ({ topic, message }, index) =>
      index >= from && topic === deviceStateTopic(site, 'north') && deviceState.parse(message).reason === words,
  );
}

describe('a gate whose agent has a full disk', () => {
  it('opens once, says why it is degraded, and its event is told when there is space again', async () => {
    await joliet.startAgent();
    limitFiles('4096');
    const from = joliet.cloud.heard.length;
    const id = randomUUID();
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({ result: { result: 'opened', repeated: false } });
    await diskIsNamed(from);
    expect(await joliet.cloud.command('north', 'open', open, { id })).toMatchObject({ result: { result: 'opened', repeated: true } });
    expect(joliet.pulses()).toBe(1);

    const full = joliet.cloud.heard.length;
    limitFiles('unlimited');
    expect((await joliet.gateEvent(id)).payload).toMatchObject({ result: 'opened' });
    await joliet.deviceIs('north', 'online', full);
    // once it is on disk, a kill loses nothing
    const sentBefore = { journal: await joliet.cloud.journal() };
    await joliet.agent.stop('SIGKILL');
    await joliet.startAgent();
    expect(await joliet.cloud.command('north', 'open', open, { id, sentBefore })).toMatchObject({
      result: { result: 'opened', repeated: true },
    });
  });

  it('does not open again after a kill: its journal does not vouch for what the disk did not take', async () => {
    await joliet.startAgent();
    const sentBefore = { journal: await joliet.cloud.journal() };
    limitFiles('4096');
    const id = randomUUID();
    await joliet.cloud.command('north', 'open', open, { id });
    expect(joliet.pulses()).toBe(1);
    await joliet.agent.stop('SIGKILL');
    await joliet.startAgent();
    expect(await joliet.cloud.command('north', 'open', open, { id, sentBefore })).toMatchObject({
      result: { result: 'duplicate', notKnown: true },
    });
    expect(joliet.pulses()).toBe(1);
  });

  it('stays closed where it is set to, names the cause, and opens by itself of the next press when there is space', async () => {
    await joliet.startAgent({ opensWithoutJournal: false });
    limitFiles('4096');
    expect(await joliet.cloud.command('north', 'open', open)).toMatchObject({
      ok: false,
      code: 'unavailable',
      message: 'The site computer’s disk can’t be written',
    });
    expect(joliet.pulses()).toBe(0);
    limitFiles('unlimited');
    expect(await eventually(async () => (await joliet.cloud.command('north', 'open', open)).ok)).toBe(true);
  });
});
