import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { startTabletSimulator, type TabletBehaviour, type TabletSimulator } from '@washdesk/simulators/tablet/tablet-simulator';
import { httpTablet } from '@washdesk/site-agent/drivers/http-tablet/definition';
import type { Tablet } from '@washdesk/site-agent/ports/tablet';
import { until } from './until.ts';

const adapters = [{ name: 'HTTP', driver: httpTablet }];

const running: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

describe.each(adapters)('tablet: $name', ({ driver }) => {
  async function startDevice(behaviour: Partial<TabletBehaviour> = {}): Promise<TabletSimulator> {
    const device = await startTabletSimulator({ behaviour });
    running.push(device);
    return device;
  }

  async function makeTablet(device: TabletSimulator): Promise<Tablet> {
    const config = {
      id: 'desk',
      name: 'Desk',
      driver: driver.name,
      host: '127.0.0.1',
      port: device.port,
      probeEveryMs: 100,
      answerWithinMs: 1_500,
    };
    const tablet = await driver.create(driver.config.parse(config));
    running.push(tablet);
    return tablet;
  }

  const becomes = (tablet: Tablet, status: string) =>
    until(`the tablet is ${status}`, () => (tablet.health().status === status ? tablet.health() : null));

  it('hears of a signature by its id', async () => {
    const device = await startDevice();
    const tablet = await makeTablet(device);
    const signature = randomUUID();
    expect(tablet.health()).toEqual({ status: 'connecting' });
    expect(await tablet.hint(signature)).toBe(true);
    expect(device.state().hints).toEqual([signature]);
    expect(tablet.health()).toEqual({ status: 'ready' });
  });

  it.each([
    ['is switched off', { refuse: true }, 'refuses connections'],
    ['does not answer', { mute: true }, 'doesn’t respond in time'],
  ])('that %s has not heard, and comes back by itself', async (_name, fault, problem) => {
    const device = await startDevice(fault);
    const tablet = await makeTablet(device);
    tablet.start();
    expect(await tablet.hint(randomUUID())).toBe(false);
    expect(await becomes(tablet, 'offline')).toEqual({ status: 'offline', problem });

    await device.behave({ refuse: false, mute: false });
    expect(await becomes(tablet, 'ready')).toEqual({ status: 'ready' });
    expect(await tablet.hint(randomUUID())).toBe(true);
  });

  it('that refuses a hint is faulty', async () => {
    const device = await startDevice();
    const tablet = await makeTablet(device);
    expect(await tablet.hint('no id')).toBe(false);
    expect(tablet.health()).toEqual({ status: 'faulty', problem: 'answers /hint with 400' });
  });

  it('is let go of in the middle of a hint', async () => {
    const device = await startDevice({ mute: true });
    const tablet = await makeTablet(device);
    tablet.start();
    const hint = tablet.hint(randomUUID());
    await tablet.stop();
    expect(await hint).toBe(false);
  });
});
