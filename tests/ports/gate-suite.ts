import { afterAll, expect, it, vi } from 'vitest';
import type { GateSimulatorOptions, GateState as BoardGate } from '@washdesk/simulators/gate/gate-simulator';
import { DeviceUnavailable } from '@washdesk/site-agent/ports/device';
import type { GateDriver, GateState, PulseResult } from '@washdesk/site-agent/ports/gate-driver';
import { CommandExpired, WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { until } from './until.ts';

export const pulseMs = 500;

/** What every simulated relay board has. */
export interface RelaySimulator {
  port: number;
  state(): { gates: BoardGate[] };
  behave(change: {
    mute?: boolean;
    muteWrites?: boolean;
    refuse?: boolean;
    ignoreWrites?: boolean;
    gateOpenInput?: boolean;
    weldedRelay?: boolean;
    presence?: boolean;
    mergeActive?: boolean;
    moves?: boolean;
    washInUse?: boolean;
  }): Promise<void>;
  stop(): Promise<void>;
}

export interface BoardOptions extends Pick<GateSimulatorOptions, 'gate' | 'gates'> {
  board?: { refuse?: boolean; ignoreWrites?: boolean; lateAnswerMs?: number };
}

interface Adapter<Device extends RelaySimulator, Options extends BoardOptions> {
  start(options: Options | BoardOptions): Promise<Device>;
  /** Creates the driver of the board's first gate, with all inputs wired and `confirmMs: 900`, unless `changes` says otherwise. */
  create(device: Device, changes: object): Promise<GateDriver>;
}

export interface GateBench<Device> {
  startDevice(options?: BoardOptions): Promise<Device>;
  startDriver(device: Device, changes?: object): Promise<GateDriver>;
  startReady(device: Device, changes?: object): Promise<GateDriver>;
}

/** Starts boards and drivers, and stops them after the tests, which may run at the same time. */
export function gateBench<Device extends RelaySimulator, Options extends BoardOptions>({ start, create }: Adapter<Device, Options>) {
  const running: { stop(): Promise<void> }[] = [];

  afterAll(async () => {
    for (const part of running.splice(0).toReversed()) await part.stop();
  });

  async function startDevice(options: Options | BoardOptions = {}): Promise<Device> {
    const device = await start({ ...options, gate: { opensAfterMs: 60, ...options.gate } });
    running.push(device);
    return device;
  }

  async function startDriver(device: Device, changes: object = {}): Promise<GateDriver> {
    const driver = await create(device, changes);
    running.push(driver);
    driver.start();
    return driver;
  }

  async function startReady(device: Device, changes: object = {}): Promise<GateDriver> {
    const driver = await startDriver(device, changes);
    await until('the driver is ready', () => driver.health().status === 'ready');
    return driver;
  }

  return { startDevice, startDriver, startReady };
}

export const gateOf = (device: Pick<RelaySimulator, 'state'>): BoardGate => device.state().gates[0]!;

/** The result of a pulse of a gate with inputs that went well. */
export const openedByInput: PulseResult = { result: 'opened', evidence: 'gate-input' };

interface OutputSuite<Device> {
  /** The result of a pulse that went well. */
  pulsed: PulseResult;
  /** Named in the health of a device that is missing. */
  addressOf: (device: Device) => string;
  /** How long a pulse lasts. */
  heldForMs?: number;
}

/** Tests of every gate driver that measure a time, or replace the clock of the process. */
export function aloneSuite<Device extends RelaySimulator>(
  { startDevice, startReady }: GateBench<Device>,
  { pulsed, heldForMs = pulseMs }: Omit<OutputSuite<Device>, 'addressOf'>,
): void {
  it('opens once: the coil is on for its pulse and off after', async () => {
    const device = await startDevice();
    const driver = await startReady(device);

    expect(await driver.pulse(WriteDeadline.none)).toEqual(pulsed);

    await until('the coil was on', () => gateOf(device).pulses > 0);
    await until('the coil is off again', () => !gateOf(device).coil);
    const { log, pulses } = gateOf(device);
    expect(pulses).toBe(1);
    const coil = log.filter(({ event }) => event.startsWith('coil'));
    expect(coil.map(({ event }) => event)).toEqual(['coil on', 'coil off']);
    const heldMs = coil[1]!.at - coil[0]!.at;
    expect(heldMs).toBeGreaterThan(heldForMs / 2);
    // a busy machine ends it late
    expect(heldMs).toBeLessThan(heldForMs * 10);
  });

  it('opens nothing when it was frozen between the call and the write', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    const frozenPulse = async (): Promise<unknown> => {
      const before = performance.now();
      const pulse = driver.pulse(WriteDeadline.none);
      const clock = vi.spyOn(performance, 'now').mockReturnValue(before + 6_000);
      return pulse.catch((error: unknown) => error).finally(() => clock.mockRestore());
    };

    let refused = await frozenPulse();
    // a reading that held the board when the clock jumped timed out: the pulse was refused before its deadline was read
    while (refused instanceof DeviceUnavailable) {
      await until('the driver is ready again', () => driver.health().status === 'ready');
      refused = await frozenPulse();
    }

    expect(refused).toBeInstanceOf(CommandExpired);
    expect(gateOf(device).pulses).toBe(0);
    expect(await driver.pulse(WriteDeadline.none)).toEqual(pulsed);
  });
}

/** The tests of every gate driver, also of a relay without inputs and readback. They run at the same time, those of `aloneSuite` do not. */
export function outputSuite<Device extends RelaySimulator>(
  { startDevice, startDriver, startReady }: GateBench<Device>,
  { pulsed, addressOf }: OutputSuite<Device>,
): void {
  it('waits for a board that is switched off, and takes a fresh connection when it is back', async () => {
    const device = await startDevice({ board: { refuse: true } });
    const driver = await startDriver(device);
    await until('the driver says offline', () => driver.health().status === 'offline');
    expect(driver.health().problem).toContain(addressOf(device));
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);

    await device.behave({ refuse: false });
    await until('the driver is ready', () => driver.health().status === 'ready');
    await device.behave({ refuse: true });
    await until('the driver says offline again', () => driver.health().status === 'offline');
    await device.behave({ refuse: false });
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(await driver.pulse(WriteDeadline.none)).toEqual(pulsed);
    await until('the coil was on once', () => gateOf(device).pulses === 1);
  });

  it('runs one pulse at a time', async () => {
    const device = await startDevice();
    const driver = await startReady(device);

    const first = driver.pulse(WriteDeadline.none);
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    expect(await first).toEqual(pulsed);
    await until('the coil was on once', () => gateOf(device).pulses === 1);
  });

  it('forces the relay off at its start and at its end', async () => {
    const device = await startDevice();
    const before = await startReady(device, { timedPulse: false, pulseMs: 5_000, inputs: {} });
    await before.pulse(WriteDeadline.none);
    await before.stop();
    await until('the coil was on once and is off', () => gateOf(device).pulses === 1 && !gateOf(device).coil);

    const already = gateOf(device).log.length;
    await startReady(device);
    // the gate itself may still move, and reports it, between two drivers
    const first = await until('a write', () => gateOf(device).log.find(({ event }, at) => at >= already && event.startsWith('write')));
    expect(first.event).toBe('write off');
  });
}

/**
 * The tests of a gate driver with inputs and readback.
 * @param onRequest calls the listener with the board's next requests, before it responds
 */
export function gateSuite<Device extends RelaySimulator>(
  { startDevice, startDriver, startReady }: GateBench<Device>,
  onRequest: (device: Device, listener: () => void) => void,
): void {
  const addressOf = ({ port }: Device): string => `127.0.0.1:${port}`;
  outputSuite({ startDevice, startDriver, startReady }, { pulsed: openedByInput, addressOf });

  it('reads the relay back where no gate-open input is wired', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'relay' });
    expect(await driver.read()).toEqual({ relay: true });
  });

  it.each([
    ['where no gate-open input is wired', { inputs: {} }],
    ['where a gate-open input is wired', {}],
  ])('says unconfirmed of a board that acknowledges and does nothing, %s', async (_where, changes) => {
    const device = await startDevice({ board: { ignoreWrites: true } });
    const driver = await startReady(device, changes);

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'relay-did-not-close' });
    expect(gateOf(device).pulses).toBe(0);
    await until('its health names it', () => driver.health().problem === 'the relay didn’t close on the last command');

    await device.behave({ ignoreWrites: false });
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
    await until('its health is good again', () => driver.health().status === 'ready');
  });

  it('writes nothing to a gate that is open already', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    await driver.pulse(WriteDeadline.none);
    await until('the coil is off again', () => !gateOf(device).coil);
    const { writes } = gateOf(device);

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'already-open' });
    expect(gateOf(device)).toMatchObject({ pulses: 1, writes });
  });

  it('opens no gate while the merge loop is taken', async () => {
    const device = await startDevice({ gate: { mergeActive: true } });
    const driver = await startReady(device);

    const interlocked = { result: 'interlocked', reason: 'merge-occupied' };
    expect(await driver.pulse(WriteDeadline.none)).toEqual(interlocked);
    expect(await driver.pulse(WriteDeadline.none, undefined, driver.read())).toEqual(interlocked);
    expect(gateOf(device).pulses).toBe(0);

    await device.behave({ mergeActive: false });
    expect(await driver.pulse(WriteDeadline.none, undefined, driver.read())).toMatchObject({ result: 'opened' });
  });

  it('says unconfirmed when the gate does not move, and does not try again', async () => {
    const device = await startDevice({ gate: { moves: false } });
    const driver = await startReady(device);

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'gate-did-not-open' });
    expect(gateOf(device).pulses).toBe(1);
    await until('its health names it', () => driver.health().problem === 'the gate wasn’t seen open on the last command');
  });

  it('says unconfirmed when the write is not answered, pulses once and lets go', async () => {
    const device = await startDevice({ gate: { gateOpenInput: false } });
    const driver = await startReady(device);
    await device.behave({ muteWrites: true });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'write-unanswered' });
    await until('the coil is off again', () => !gateOf(device).coil);
    expect(gateOf(device).pulses).toBe(1);

    await device.behave({ muteWrites: false, gateOpenInput: true });
    await until('its health names it', () => driver.health().problem === 'the relay board didn’t respond to the last command');
    expect(gateOf(device).pulses).toBe(1);
  });

  it('trusts the gate-open input when only the answer to the write is missing', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    await device.behave({ muteWrites: true });

    const pulse = driver.pulse(WriteDeadline.none);
    await until('the coil is on', () => gateOf(device).pulses === 1);
    await device.behave({ muteWrites: false });

    expect(await pulse).toEqual({ result: 'opened', evidence: 'gate-input' });
    expect(gateOf(device).pulses).toBe(1);
  });

  it('is unavailable, with nothing written, while the board is mute', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    await device.behave({ mute: true });

    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    await until('its health names it', () => driver.health().problem?.includes('it accepted the connection but didn’t respond'));
    await device.behave({ mute: false });
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(gateOf(device).pulses).toBe(0);
  });

  it('works with a slow board, once', async () => {
    const device = await startDevice({ board: { lateAnswerMs: 120 } });
    const driver = await startReady(device);

    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
    await until('the coil is off again', () => !gateOf(device).coil);
    expect(gateOf(device).pulses).toBe(1);
  });

  it('opens nothing if its deadline passes while the board responds, and may be asked again', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    let isLate = false;
    onRequest(device, () => (isLate = true));

    await expect(driver.pulse(new WriteDeadline(0, () => (isLate ? 1 : 0)))).rejects.toThrow(CommandExpired);
    expect(gateOf(device).pulses).toBe(0);
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
  });

  it('reports a relay that stays on, keeps writing OFF and refuses to pulse it', async () => {
    const device = await startDevice({ gate: { gateOpenInput: false } });
    const driver = await startReady(device, { inputs: {} });
    await device.behave({ weldedRelay: true });
    await driver.pulse(WriteDeadline.none);

    await until('the driver reports it', () => driver.health().problem === 'the relay stays on');
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow('still on');
    await device.behave({ weldedRelay: false });
    await until('OFF was written', () => !gateOf(device).coil);
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(gateOf(device).pulses).toBe(1);
  });

  it('tells every change of the gate', async () => {
    const device = await startDevice();
    const driver = await startDriver(device);
    const seen: GateState[] = [];
    driver.onState((state) => seen.push(state));

    await until('the first state', () => seen.length === 1);
    await device.behave({ presence: true });
    await until('the car', () => seen.at(-1)?.presence);
    await driver.pulse(WriteDeadline.none);
    await until('the opening', () => seen.at(-1)?.gateOpen);
    expect(seen[0]).toEqual({ relay: false, gateOpen: false, presence: false, merge: false });
  });
}
