import { expect, it } from 'vitest';
import { DeviceUnavailable } from '@washdesk/site-agent/ports/device';
import type { GateDriver, HeldEnd } from '@washdesk/site-agent/ports/gate-driver';
import { WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { gateOf, type GateBench, type RelaySimulator } from './gate-suite.ts';
import { until } from './until.ts';

/** Longer than any test: only what the test does ends the request. */
const held = { mode: 'hold', maxHoldMs: 600_000 };

/** Requests an opening. Returns the ends of the request that the driver reports. */
async function request(driver: GateDriver): Promise<HeldEnd[]> {
  const ends: HeldEnd[] = [];
  await driver.pulse(WriteDeadline.none, undefined, undefined, (end) => ends.push(end));
  return ends;
}

/** The tests of a held request of every gate driver. */
export function heldOutputSuite<Device extends RelaySimulator>({ startDevice, startReady }: GateBench<Device>): void {
  it('ends a request after maxHoldMs at the latest', async () => {
    const maxHoldMs = 1_000;
    const device = await startDevice();
    const driver = await startReady(device, { mode: 'hold', maxHoldMs, inputs: {} });

    const before = performance.timeOrigin + performance.now();
    const ends = await request(driver);
    await until('the relay was on', () => gateOf(device).pulses === 1);
    await until('the relay is off again', () => !gateOf(device).coil);
    await until('the driver reports the end', () => ends.length > 0);
    expect(ends).toEqual([{ reason: 'longest-time', heldMs: expect.any(Number), gateOpened: null }]);
    const off = gateOf(device).log.find(({ event }) => event === 'coil off');
    expect(off!.at - before).toBeGreaterThan(maxHoldMs - 20);
  });

  it('holds one request at a time, and ends it when it stops', async () => {
    const device = await startDevice({ gate: { moves: false } });
    const driver = await startReady(device, { ...held, inputs: {} });
    const ends = await request(driver);
    await until('the relay is on', () => gateOf(device).coil);
    await expect(request(driver)).rejects.toThrow('the last request is still held');
    expect(gateOf(device)).toMatchObject({ coil: true, pulses: 1 });

    expect(ends).toEqual([]);
    await driver.stop();
    expect(ends).toMatchObject([{ reason: 'stopped' }]);
    await until('the relay is off', () => !gateOf(device).coil);
  });

  it('ends a request of a previous agent when it starts', async () => {
    const device = await startDevice();
    const previous = await startReady(device, { ...held, inputs: {} });
    await previous.pulse(WriteDeadline.none);
    await until('the relay is on', () => gateOf(device).coil);

    await startReady(device, { ...held, inputs: {} });
    await until('the relay is off', () => !gateOf(device).coil);
    expect(gateOf(device).pulses).toBe(1);
  });

  it('ends a request as soon as a lost connection is back', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { ...held, inputs: {} });
    const ends = await request(driver);
    await until('the relay is on', () => gateOf(device).coil);

    await device.behave({ refuse: true });
    await until('the driver lost the connection', () => driver.health().status === 'offline');
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    expect(gateOf(device).coil).toBe(true);
    await device.behave({ refuse: false });
    await until('the relay is off', () => !gateOf(device).coil);
    await until('the driver reports the end', () => ends.length > 0);
    expect(ends).toMatchObject([{ reason: 'connection-was-lost' }]);
    expect(gateOf(device).pulses).toBe(1);
  });
}

/**
 * The tests of a held request of a gate driver with inputs.
 * @param inputs the wired inputs, that of the wash included
 */
export function holdSuite<Device extends RelaySimulator>(bench: GateBench<Device>, inputs: object): void {
  const { startDevice, startReady } = bench;
  const wired = { ...held, inputs };
  heldOutputSuite(bench);

  it('holds a request until the wash is no longer in use', async () => {
    const device = await startDevice();
    const driver = await startReady(device, wired);
    const ends: HeldEnd[] = [];
    const opened = await driver.pulse(WriteDeadline.none, undefined, undefined, (end) => ends.push(end));
    expect(opened).toEqual({ result: 'opened', evidence: 'gate-input' });
    const seen = (washInUse: boolean) => async () => (await driver.read()).washInUse === washInUse || null;

    expect(gateOf(device).coil).toBe(true);
    await device.behave({ washInUse: true });
    await until('the driver sees the wash in use', seen(true));
    expect(gateOf(device).coil).toBe(true);
    await device.behave({ washInUse: false });
    await until('the relay is off', () => !gateOf(device).coil);
    await until('the driver reports the end', () => ends.length > 0);
    expect(ends).toMatchObject([{ reason: 'wash-free', gateOpened: true }]);
    await until('the driver is ready', () => driver.health().status === 'ready');
    expect(gateOf(device).pulses).toBe(1);
  });

  it('says that the wash is in use, and takes the next request when it is free', async () => {
    const device = await startDevice({ gate: { moves: false, washInUse: true } });
    const driver = await startReady(device, wired);
    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'request-held' });
    expect(gateOf(device).coil).toBe(true);
    expect(driver.health().status).toBe('ready');

    await device.behave({ washInUse: false, moves: true });
    await until('the relay is off', () => !gateOf(device).coil);
    await until('the driver sees it', async () => !(await driver.read()).relay || null);
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
    // the drop from before does not end it
    expect(gateOf(device)).toMatchObject({ coil: true, pulses: 2 });
  });

  it('holds no request while a car is on the loop behind the gate', async () => {
    const device = await startDevice({ gate: { moves: false, mergeActive: true } });
    const driver = await startReady(device, wired);
    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'interlocked', reason: 'merge-occupied' });
    expect(gateOf(device).pulses).toBe(0);

    await device.behave({ mergeActive: false });
    const requested = request(driver);
    await until('the relay is on', () => gateOf(device).coil);
    await device.behave({ mergeActive: true });
    await until('the relay is off', () => !gateOf(device).coil);
    const ends = await requested;
    await until('the driver reports the end', () => ends.length > 0);
    expect(ends).toMatchObject([{ reason: 'merge-occupied', gateOpened: false }]);
    expect(gateOf(device).pulses).toBe(1);
  });
}
