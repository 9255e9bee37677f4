import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSite, open, startTestEnvironment, type TestEnvironment, type TestSite } from '@washdesk/site-agent/testing/site';
import { eventually } from '@washdesk/site-agent/testing/support';
import { onWrites, startGateDrivers, type DrivenGate } from './gate-drivers.ts';

/** Long enough for every relay to be on at once, on a busy machine too. */
const pulseMs = 5_000;

let around: TestEnvironment;
let joliet: TestSite;
let drivers: DrivenGate[];

beforeAll(async () => {
  [around, drivers] = await Promise.all([startTestEnvironment(), startGateDrivers(pulseMs)]);
  joliet = await createTestSite(around, { devices: drivers.map(({ config }) => config) });
  await startAgent();
});
afterAll(async () => {
  await joliet.stop();
  await Promise.all([...drivers, around].map((part) => part.stop()));
});

async function startAgent(): Promise<void> {
  const from = joliet.cloud.heard.length;
  await joliet.startAgent();
  await Promise.all(drivers.map(({ id }) => joliet.deviceIs(id, 'online', from)));
}

const idsWithRelayOn = () => drivers.filter(({ state }) => state().coil).map(({ id }) => id);
const endedByAgent = () => drivers.filter(({ endsItself }) => !endsItself).map(({ id }) => id);

describe('a relay is off after its agent was killed during a pulse', () => {
  it('by the timer of its board, or at the next start', async () => {
    const lease = await joliet.cloud.freshLease();
    for (const { id } of drivers) void joliet.cloud.send(id, 'open', open, { lease });
    await eventually(() => idsWithRelayOn().length === drivers.length);
    await joliet.agent.stop('SIGKILL');

    await eventually(() => drivers.every(({ state, endsItself }) => !endsItself || !state().coil));
    expect(idsWithRelayOn()).toEqual(endedByAgent());
    await startAgent();
    await eventually(() => idsWithRelayOn().length === 0);
    expect(drivers.map(onWrites)).toEqual(drivers.map(() => 1));
  });
});
