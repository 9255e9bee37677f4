import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  startGateSimulator,
  wiring,
  type AnswerOverride,
  type GateSimulator,
  type GateSimulatorOptions,
} from '@washdesk/simulators/gate/gate-simulator';
import { exceptionAnswer } from '@washdesk/simulators/gate/modbus-wire';
import { modbusGate } from '@washdesk/site-agent/drivers/modbus-gate/definition';
import { DeviceUnavailable } from '@washdesk/site-agent/ports/device';
import type { GateDriver, GateState } from '@washdesk/site-agent/ports/gate-driver';
import { CommandExpired, WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { until } from './until.ts';

const pulseMs = 200;

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
    const config = {
      id: 'north',
      name: 'North',
      lane: 1,
      driver: 'modbus-gate',
      host: '127.0.0.1',
      port: device.port,
      timedPulse,
      pulseMs,
    };
    const driver = await modbusGate.create(modbusGate.config.parse({ ...config, ...wiring(0), confirmMs: 900, ...changes }));
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

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'gate-input' });

    await until('the coil is off again', () => !gateOf(device).coil);
    const { log, pulses } = gateOf(device);
    expect(pulses).toBe(1);
    const coil = log.filter(({ event }) => event.startsWith('coil'));
    expect(coil.map(({ event }) => event)).toEqual(['coil on', 'coil off']);
    const heldMs = coil[1]!.at - coil[0]!.at;
    expect(heldMs).toBeGreaterThan(pulseMs - 20);
    expect(heldMs).toBeLessThan(pulseMs + 150);
  });

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

  const isOn: (request: Parameters<AnswerOverride>[0]) => boolean = ({ functionCode, value }) => functionCode === 5 && value !== 0;
  /** The correct response with one byte changed: 7 bytes of header, the function, the address, the value. */
  const changed = (answer: Buffer, at: number, byte: number): Buffer => {
    const lie = Buffer.from(answer);
    lie[at] = byte;
    return lie;
  };

  const wrongly = 'the relay board sent a wrong response to the last command';
  const notDone = 'the relay board didn’t execute the last command';

  it.each<[string, string, AnswerOverride]>([
    ['another relay', wrongly, (_, honest) => changed(honest, 9, 99)],
    ['another value', wrongly, (_, honest) => changed(honest, 11, 0x12)],
    ['OFF', wrongly, (_, honest) => changed(changed(honest, 10, 0), 11, 0)],
    ['another function', wrongly, (_, honest) => changed(honest, 7, 6)],
    ['a failure of its own', `${notDone}: device fault`, (request) => exceptionAnswer(request, 4)],
    ['"I am at it"', `${notDone}: busy`, (request) => exceptionAnswer(request, 5)],
  ])('says unconfirmed of a write that was answered with %s, names it, and writes no second one', async (_what, named, lie) => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });
    device.override((request, honest) => (isOn(request) ? lie(request, honest) : honest));

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'write-answered-wrongly' });
    await until('its health names it', () => driver.health().problem === named);
    await until('the coil is off again', () => !gateOf(device).coil);
    expect(gateOf(device).log.filter(({ event }) => event === 'write on' || event === 'write timed pulse')).toHaveLength(1);
  });

  it('says unconfirmed of an answer to some other request', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });
    device.override((request, honest) => (isOn(request) ? changed(honest, 1, (request.transaction + 1) & 0xff) : honest));

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'write-unanswered' });
    expect(gateOf(device).pulses).toBe(1);
  });

  it('trusts the gate-open input also where the write was answered wrongly', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    device.override((request, honest) => (isOn(request) ? changed(honest, 11, 0x12) : honest));

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'gate-input' });
    expect(gateOf(device).pulses).toBe(1);
  });

  it.each([
    [3, 'command rejected'],
    [6, 'busy'],
    [10, 'not found by its gateway'],
  ])('is unavailable, with nothing written, when the board refuses with exception %i, and names it', async (exception, words) => {
    const device = await startDevice();
    const driver = await startReady(device);
    const { pulses } = gateOf(device);
    await device.behave({ ignoreWrites: true });
    device.override((request, honest) => (isOn(request) ? exceptionAnswer(request, exception) : honest));

    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    expect(gateOf(device).pulses).toBe(pulses);
    await until('its health names it', () => driver.health().problem === `${notDone}: ${words}`);

    await device.behave({ ignoreWrites: false });
    device.override(undefined);
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
    await until('its health is good again', () => driver.health().status === 'ready');
  });

  it('is unavailable for a board whose relay always reads as closed: a pulse would not be detectable', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { inputs: {} });
    device.override((request, honest) => (request.functionCode === 1 ? changed(honest, 9, 1) : honest));

    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow('still on');
    expect(gateOf(device).pulses).toBe(0);
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

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'interlocked', reason: 'merge-occupied' });
    expect(gateOf(device).pulses).toBe(0);

    await device.behave({ mergeActive: false });
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
  });

  it('says unconfirmed when the gate does not move, and does not try again', async () => {
    const device = await startDevice({ gate: { moves: false } });
    const driver = await startReady(device);

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'gate-did-not-open' });
    expect(gateOf(device).pulses).toBe(1);
    await until('its health names it', () => driver.health().problem === 'the gate wasn’t seen open on the last command');
  });

  it.each<[string, AnswerOverride, string]>([
    ['another function', (_, honest) => changed(honest, 7, 4), 'it sent an unexpected response'],
    ['too few bytes', (request) => exceptionAnswer({ ...request, functionCode: 7 }, 1), 'it sent an unexpected response'],
    ['no Modbus at all', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'it responds, but not in Modbus'],
    ['exception 1', (request) => exceptionAnswer(request, 1), 'Modbus exception 1: Illegal function'],
    ['exception 2', (request) => exceptionAnswer(request, 2), 'Modbus exception 2: Illegal data address'],
    ['exception 4', (request) => exceptionAnswer(request, 4), 'Modbus exception 4: Slave device failure'],
    ['exception 6', (request) => exceptionAnswer(request, 6), 'Modbus exception 6: Slave device busy'],
    ['exception 11', (request) => exceptionAnswer(request, 11), 'Modbus exception 11: Gateway target device'],
  ])('names a board that answers reads with %s, with its address, and writes nothing', async (_what, lie, words) => {
    const device = await startDevice();
    const driver = await startReady(device);
    const { pulses } = gateOf(device);
    device.override((request, honest) => (isOn(request) ? honest : lie(request, honest)));

    await until('its health names it', () => driver.health().problem?.includes(`127.0.0.1:${device.port} unit 1: ${words}`));
    expect(driver.health().status).toBe('offline');
    const refusal: unknown = await driver.pulse(WriteDeadline.none).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'DeviceUnavailable', message: 'its relay board isn’t working right now' });
    expect(gateOf(device).pulses).toBe(pulses);

    device.override(undefined);
    await until('the driver is ready again', () => driver.health().status === 'ready');
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

  it('is unavailable for an answer from another unit', async () => {
    const device = await startDevice({ board: { unit: 7 } });
    const driver = await startDriver(device);

    await until('the driver says so', () => driver.health().problem?.includes('unit 1: it accepted the connection but didn’t respond'));
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
  });

  it('waits for a board that is switched off, and takes a fresh connection when it is back', async () => {
    const device = await startDevice({ board: { refuse: true } });
    const driver = await startDriver(device);
    await until('the driver says offline', () => driver.health().status === 'offline');
    expect(driver.health().problem).toContain(`127.0.0.1:${device.port}`);
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);

    await device.behave({ refuse: false });
    await until('the driver is ready', () => driver.health().status === 'ready');
    await device.behave({ refuse: true });
    await until('the driver says offline again', () => driver.health().status === 'offline');
    await device.behave({ refuse: false });
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
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

    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
    await until('the coil is off again', () => !gateOf(device).coil);
    expect(gateOf(device).pulses).toBe(1);
  });

  it('opens nothing if its deadline passes while the board responds, and may be asked again', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    let isLate = false;
    device.override((_, honest) => {
      isLate = true;
      return honest;
    });

    await expect(driver.pulse(new WriteDeadline(0, () => (isLate ? 1 : 0)))).rejects.toThrow(CommandExpired);
    expect(gateOf(device).pulses).toBe(0);
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
  });

  it('opens nothing when it was frozen between the call and the write', async () => {
    const device = await startDevice();
    const driver = await startReady(device);
    const before = performance.now();

    const pulse = driver.pulse(WriteDeadline.none);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(before + 6_000);
    await expect(pulse).rejects.toThrow(CommandExpired);
    clock.mockRestore();

    expect(gateOf(device).pulses).toBe(0);
    expect(await driver.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
  });

  it('runs one pulse at a time', async () => {
    const device = await startDevice();
    const driver = await startReady(device);

    const first = driver.pulse(WriteDeadline.none);
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    expect(await first).toMatchObject({ result: 'opened' });
    expect(gateOf(device).pulses).toBe(1);
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

  it('forces the relay off at its start and at its end', async () => {
    const device = await startDevice({ gates: 1 });
    const before = await startReady(device, { timedPulse: false, pulseMs: 5_000, inputs: {} });
    await before.pulse(WriteDeadline.none);
    await before.stop();
    expect(gateOf(device)).toMatchObject({ coil: false, pulses: 1 });

    const { log } = gateOf(device);
    const already = log.length;
    await startReady(device);
    // the gate itself may still move, and reports it, between two drivers
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
    await driver.pulse(WriteDeadline.none);
    await until('the opening', () => seen.at(-1)?.gateOpen);
    expect(seen[0]).toEqual({ relay: false, gateOpen: false, presence: false, merge: false });
  });
});

describe('gate driver: Modbus', () => {
  async function startTimed(device: GateSimulator, changes: object = {}): Promise<GateDriver> {
    const config = { id: 'north', name: 'North', lane: 1, driver: 'modbus-gate', host: '127.0.0.1', port: device.port, timedPulse: true };
    const driver = await modbusGate.create(modbusGate.config.parse({ ...config, ...wiring(0), pulseMs, ...changes }));
    running.push(driver);
    driver.start();
    await until('the driver is ready', () => driver.health().status === 'ready');
    return driver;
  }

  const writesOf = (device: GateSimulator): string[] =>
    device
      .state()
      .gates[0]!.log.map(({ event }) => event)
      .filter((event) => event.startsWith('write'));

  it.each([1, 2])('switches on and off where the board refuses its timed pulse with exception %i', async (timedPulseRefusal) => {
    const device = await startDevice({ board: { timedPulses: false, timedPulseRefusal } });
    const driver = await startTimed(device, { inputs: {} });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'relay' });
    await until('the coil is off again', () => !device.state().gates[0]!.coil);
    expect(writesOf(device)).toEqual(['write off', 'write on', 'write off']);
    expect(device.state().gates[0]!.pulses).toBe(1);
  });

  it.each([3, 4, 6])('does not switch on where the board refuses its timed pulse with exception %i', async (timedPulseRefusal) => {
    const device = await startDevice({ board: { timedPulses: false, timedPulseRefusal } });
    const driver = await startTimed(device, { inputs: {} });

    await driver.pulse(WriteDeadline.none).catch(() => undefined);
    expect(device.state().gates[0]!.pulses).toBe(0);
  });

  it('does not switch on behind a timed pulse that was not answered in time', async () => {
    const device = await startDevice();
    const driver = await startTimed(device, { inputs: {} });
    await device.behave({ muteWrites: true });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'write-unanswered' });
    expect(writesOf(device)).toEqual(['write off', 'write timed pulse']);
  });

  it('writes OFF to a relay whose own timer does not open it', async () => {
    const device = await startDevice({ gate: { timerStuck: true } });
    const driver = await startTimed(device, { inputs: {} });

    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'relay' });
    await until('the coil is off again', () => !device.state().gates[0]!.coil);
    expect(writesOf(device)).toEqual(['write off', 'write timed pulse', 'write off']);
  });

  it('writes OFF within 250 ms of a line that dropped during a pulse that only the agent ends', async () => {
    const device = await startDevice();
    const driver = await startTimed(device, { timedPulse: false, pulseMs: 5_000, inputs: {} });
    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'relay' });

    const droppedAt = performance.timeOrigin + performance.now();
    device.posts['drop']!({});
    await until('the coil is off', () => !device.state().gates[0]!.coil);
    const off = device.state().gates[0]!.log.findLast(({ event }) => event === 'write off')!;
    expect(off.at - droppedAt).toBeLessThan(250);
  });

  it('keeps two gates of one board apart', async () => {
    const device = await startDevice({ gates: 2 });
    const drivers = await Promise.all(
      [0, 1].map((n) =>
        modbusGate.create(
          modbusGate.config.parse({
            id: `gate${n}`,
            name: `Gate ${n}`,
            lane: n + 1,
            driver: 'modbus-gate',
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

    expect(await drivers[1]!.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
    expect(device.state().gates.map(({ pulses }) => pulses)).toEqual([0, 1]);
  });
});
