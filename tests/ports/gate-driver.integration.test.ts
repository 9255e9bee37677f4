import { DeviceUnavailable } from '@washdesk/site-agent/ports/device';
import type { GateDriver, GateState } from '@washdesk/site-agent/ports/gate-driver';
import { createGateDriver, gateConfig } from '@washdesk/site-agent/drivers/registry';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startGateSimulator, wiring, type GateSimulator, type GateSimulatorOptions } from '../simulators/gate/gate-simulator.ts';
import { until } from './until.ts';

const pulseMs = 200;

/** Every adapter of the port, with the device that it is for. */
const adapters = [
  { name: 'Modbus, pulse timed by the board', timedPulse: true },
  { name: 'Modbus, switched on and off', timedPulse: false },
];

const running: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

async function startDevice(options: GateSimulatorOptions = {}): Promise<GateSimulator> {
  const device = await startGateSimulator({ ...options, gate: { opensAfterMs: 60, ...options.gate } });
  running.push(device);
  return device;
}

describe.each(adapters)('gate driver: $name', ({ timedPulse }) => {
  async function startDriver(device: GateSimulator, changes: object = {}): Promise<GateDriver> {
    const config = { id: 'north', name: 'North', lane: 1, driver: 'modbus', host: '127.0.0.1', port: device.port, timedPulse, pulseMs };
    const driver = await createGateDriver(gateConfig.parse({ ...config, ...wiring(0), confirmMs: 900, ...changes }));
    running.push(driver);
    driver.start();
    return driver;
  }

  async function startReady(device: GateSimulator, changes: object = {}): Promise<GateDriver> {
    const driver = await startDriver(device, changes);
    await until('the driver is ready', () => driver.health().status === 'ready');
    return driver;
  }

  const gateOf = (device: GateSimulator) => device.state().gates[0]!;

  it('opens once: the coil is on for its pulse and off after', async () => {
    const device = await startDevice();
    const driver = await startReady(device);

    expect(await driver.pulse()).toEqual({ result: 'opened', evidence: 'gate-input' });

    await until('the coil is off again', () => !gateOf(device).coil);
    const { log, pulses } = gateOf(device);
    expect(pulses).toBe(1);
    const coil = log.filter(({ event }) => event.startsWith('coil'));
    expect(coil.map(({ event }) => event)).toEqual(['coil on', 'coil off']);
    const heldMs = coil[1]!.at - coil[0]!.at;
    expect(heldMs).toBeGreaterThan(pulseMs - 20);
    expect(heldMs).toBeLessThan(pulseMs + 150);
  });

  it('believes the acknowledgement where no gate-open input is wired', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });

    expect(await driver.pulse()).toEqual({ result: 'opened', evidence: 'relay' });
    expect(await driver.read()).toEqual({ relay: true });
  });

  it('writes nothing to a gate that is open already', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    await driver.pulse();
    await until('the coil is off again', () => !gateOf(device).coil);
    const { writes } = gateOf(device);

    expect(await driver.pulse()).toEqual({ result: 'opened', evidence: 'already-open' });
    expect(gateOf(device)).toMatchObject({ pulses: 1, writes });
  });

  it('opens no gate while the merge loop is taken', async () => {
    const device = await startDevice({ gate: { mergeActive: true } });
    const driver = await startReady(device);

    expect(await driver.pulse()).toEqual({ result: 'interlocked', reason: 'merge-occupied' });
    expect(gateOf(device).pulses).toBe(0);

    await device.behave({ mergeActive: false });
    expect(await driver.pulse()).toMatchObject({ result: 'opened' });
  });

  it('says unconfirmed when the gate does not move, and does not try again', async () => {
    const device = await startDevice({ gate: { moves: false } });
    const driver = await startReady(device);

    expect(await driver.pulse()).toEqual({ result: 'unconfirmed', reason: 'gate-did-not-open' });
    expect(gateOf(device).pulses).toBe(1);
  });

  it('says unconfirmed when the write is not answered, pulses once and lets go', async () => {
    const device = await startDevice({ gate: { gateOpenInput: false } });
    const driver = await startReady(device);
    await device.behave({ muteWrites: true });

    expect(await driver.pulse()).toEqual({ result: 'unconfirmed', reason: 'write-unanswered' });
    await until('the coil is off again', () => !gateOf(device).coil);
    expect(gateOf(device).pulses).toBe(1);

    await device.behave({ muteWrites: false, gateOpenInput: true });
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(gateOf(device).pulses).toBe(1);
  });

  it('trusts the gate-open input when only the answer to the write is missing', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    await device.behave({ muteWrites: true });

    const pulse = driver.pulse();
    await until('the coil is on', () => gateOf(device).pulses === 1);
    await device.behave({ muteWrites: false });

    expect(await pulse).toEqual({ result: 'opened', evidence: 'gate-input' });
    expect(gateOf(device).pulses).toBe(1);
  });

  it('is unavailable, with nothing written, while the board is mute', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    await device.behave({ mute: true });

    await expect(driver.pulse()).rejects.toThrow(DeviceUnavailable);
    await until('the driver sees it', () => driver.health().status === 'offline');
    await device.behave({ mute: false });
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(gateOf(device).pulses).toBe(0);
  });

  it('is unavailable for an answer from another unit', async () => {
    const device = await startDevice({ board: { unit: 7 } });
    const driver = await startDriver(device);

    await until('the driver says so', () => driver.health().problem?.includes('unit 1'));
    await expect(driver.pulse()).rejects.toThrow(DeviceUnavailable);
  });

  it('waits for a board that is switched off, and takes a fresh connection when it is back', async () => {
    const device = await startDevice({ board: { refuse: true } });
    const driver = await startDriver(device);
    await until('the driver says offline', () => driver.health().status === 'offline');
    await expect(driver.pulse()).rejects.toThrow(DeviceUnavailable);

    await device.behave({ refuse: false });
    await until('the driver is ready', () => driver.health().status === 'ready');
    await device.behave({ refuse: true });
    await until('the driver says offline again', () => driver.health().status === 'offline');
    await device.behave({ refuse: false });
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(await driver.pulse()).toMatchObject({ result: 'opened' });
    expect(gateOf(device).pulses).toBe(1);
  });

  it('writes nothing merely because the line came back', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    const { writes } = gateOf(device);

    device.posts['drop']!({});
    await until('the driver lost the line', () => driver.health().status === 'offline');
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(gateOf(device).writes).toBe(writes);
  });

  it('works with a slow board, once', async () => {
    const device = await startDevice({ board: { lateAnswerMs: 120 } });
    const driver = await startReady(device);

    expect(await driver.pulse()).toMatchObject({ result: 'opened' });
    await until('the coil is off again', () => !gateOf(device).coil);
    expect(gateOf(device).pulses).toBe(1);
  });

  it('opens nothing when it was frozen between the call and the write', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    const before = performance.now();

    const pulse = driver.pulse();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(before + 6_000);
    await expect(pulse).rejects.toThrow(DeviceUnavailable);
    clock.mockRestore();

    expect(gateOf(device).pulses).toBe(0);
    expect(await driver.pulse()).toMatchObject({ result: 'opened' });
  });

  it('runs one pulse at a time', async () => {
    const device = await startDevice();
    const driver = await startReady(device);

    const first = driver.pulse();
    await expect(driver.pulse()).rejects.toThrow(DeviceUnavailable);
    expect(await first).toMatchObject({ result: 'opened' });
    expect(gateOf(device).pulses).toBe(1);
  });

  it('reports a relay that stays on, keeps writing OFF and refuses to pulse it', async () => {
    const device = await startDevice({ gate: { gateOpenInput: false } });
    const driver = await startReady(device, { inputs: {} });
    await device.behave({ weldedRelay: true });
    await driver.pulse();

    await until('the driver reports it', () => driver.health().problem === 'the relay stays on');
    await expect(driver.pulse()).rejects.toThrow('still on');
    await device.behave({ weldedRelay: false });
    await until('OFF was written', () => !gateOf(device).coil);
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(gateOf(device).pulses).toBe(1);
  });

  it('forces the relay off at its start and at its end', async () => {
    const device = await startDevice({ gates: 1 });
    const before = await startReady(device, { timedPulse: false, pulseMs: 5_000, inputs: {} });
    await before.pulse();
    await before.stop();
    expect(gateOf(device)).toMatchObject({ coil: false, pulses: 1 });

    const { log } = gateOf(device);
    const already = log.length;
    await startReady(device);
    // the gate itself may still move, and reports so, between two drivers
    const written = gateOf(device)
      .log.slice(already)
      .filter(({ event }) => event.startsWith('write'));
    expect(written[0]?.event).toBe('write off');
  });

  it('tells every change of the gate', async () => {
    const device = await startDevice();
    const driver = await startDriver(device);
    const seen: GateState[] = [];
    driver.onState((state) => seen.push(state));

    await until('the first state', () => seen.length === 1);
    await device.behave({ presence: true });
    await until('the car', () => seen.at(-1)?.presence);
    await driver.pulse();
    await until('the opening', () => seen.at(-1)?.gateOpen);
    expect(seen[0]).toEqual({ relay: false, gateOpen: false, presence: false, merge: false });
  });
});

describe('gate driver: Modbus', () => {
  it('is unavailable, with nothing switched, when the board refuses its timed pulse', async () => {
    const device = await startDevice({ board: { timedPulses: false } });
    const config = { id: 'north', name: 'North', lane: 1, driver: 'modbus', host: '127.0.0.1', port: device.port, timedPulse: true };
    const driver = await createGateDriver(gateConfig.parse({ ...config, ...wiring(0) }));
    running.push(driver);
    driver.start();
    await until('the driver is ready', () => driver.health().status === 'ready');

    await expect(driver.pulse()).rejects.toMatchObject({ cause: { message: expect.stringContaining('Illegal data address') as string } });
    expect(device.state().gates[0]!.pulses).toBe(0);
  });

  it('keeps two gates of one board apart', async () => {
    const device = await startDevice({ gates: 2 });
    const drivers = await Promise.all(
      [0, 1].map((n) =>
        createGateDriver(
          gateConfig.parse({
            id: `gate${n}`,
            name: `Gate ${n}`,
            lane: n + 1,
            driver: 'modbus',
            host: '127.0.0.1',
            port: device.port,
            ...wiring(n),
          }),
        ),
      ),
    );
    running.push(...drivers);
    drivers.forEach((driver) => driver.start());
    await until('both are ready', () => drivers.every((driver) => driver.health().status === 'ready'));

    expect(await drivers[1]!.pulse()).toMatchObject({ result: 'opened' });
    expect(device.state().gates.map(({ pulses }) => pulses)).toEqual([0, 1]);
  });
});
