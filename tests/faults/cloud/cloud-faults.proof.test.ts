import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { cloudFaultCases } from './cloud-fault-cases.ts';
import { startFaultyCloud, type FaultyCloud } from './faulty-cloud.ts';

const { faults } = sizeOf('cloudFaults');
const longMs = 180_000;

let faulty: FaultyCloud;
const figures: string[] = [];

beforeAll(async () => {
  faulty = await startFaultyCloud();
});
afterAll(async () => {
  console.log(['Seconds until each fault of the cloud was named:', ...figures].join('\n'));
  await faulty.stop();
});

const alertsOf = (cause: string) => faulty.cloud.database.db.selectFrom('alert').selectAll().where('cause', '=', cause).execute();
const messages = (kind: string, cause: string) =>
  faulty.told.filter((message) => message.kind === kind && message.alerts.some((alert) => alert.cause === cause));

/** Waits until the cause is gone, and lets the minute pass after which the alert is cleared. */
async function cleared(cause: string): Promise<void> {
  const { clock } = faulty.cloud;
  await until('the cause is gone', async () => (await alertsOf(cause)).every(({ gone }) => gone !== null) || null, longMs);
  await clock.moveTo(new Date(clock.now().getTime() + 61_000).toISOString());
  await until('the alert is cleared', async () => (await alertsOf(cause)).every((alert) => alert.cleared !== null) || null, longMs);
}

describe('a fault of the cloud', () => {
  it.each(cloudFaultCases.slice(0, faults))('$name is named with the next step, alerts once and is cleared', async ({ code, inject }) => {
    const cause = `cloud:${code}`;
    const began = performance.now();
    const mend = await inject(faulty);
    try {
      const fault = await until('it is named', async () => (await faulty.faults()).find((one) => one.code === code) ?? null, longMs);
      figures.push(`${((performance.now() - began) / 1_000).toFixed(1)} s ${code}: ${fault.sentence}`);
      expect(fault.step).not.toBe('');
      await until('the alert', async () => (await alertsOf(cause))[0] ?? null, longMs);
    } finally {
      await mend();
    }
    await cleared(cause);
    await until('both messages', () => messages('cleared', cause)[0] ?? null, longMs);
    expect(await alertsOf(cause)).toHaveLength(1);
    expect(messages('opened', cause)).toHaveLength(1);
    expect(await faulty.faults()).toEqual([]);
  });

  it('was the only one of its time', async () => {
    const injected = cloudFaultCases.slice(0, faults).map(({ code }) => `cloud:${code}`);
    const alerts = await faulty.cloud.database.db.selectFrom('alert').select('cause').execute();
    expect(alerts.map((alert) => alert.cause).toSorted()).toEqual(injected.toSorted());
  });
});
