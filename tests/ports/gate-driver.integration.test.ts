import { describe, expect, it } from 'vitest';
import {
  startGateSimulator,
  washInUseInput,
  wiring,
  type AnswerOverride,
  type GateSimulator,
  type GateSimulatorOptions,
} from '@washdesk/simulators/gate/gate-simulator';
import { exceptionAnswer } from '@washdesk/simulators/gate/modbus-wire';
import { modbusGate } from '@washdesk/site-agent/drivers/modbus-gate/definition';
import { DeviceUnavailable } from '@washdesk/site-agent/ports/device';
import { WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { holdSuite } from './gate-hold-suite.ts';
import { aloneSuite, gateBench, gateOf, gateSuite, openedByInput, pulseMs } from './gate-suite.ts';
import { until } from './until.ts';

const modbusBench = (timedPulse: boolean) =>
  gateBench<GateSimulator, GateSimulatorOptions>({
    start: startGateSimulator,
    create(device, changes) {
      const address = { driver: 'modbus-gate', host: '127.0.0.1', port: device.port };
      const gate = { id: 'north', name: 'North', lane: 1, timedPulse, pulseMs, ...wiring(0), confirmMs: 900 };
      return modbusGate.create(modbusGate.config.parse({ ...address, ...gate, ...changes }));
    },
  });

const adapters = [
  { name: 'Modbus, pulse timed by the board', timedPulse: true },
  { name: 'Modbus, switched on and off', timedPulse: false },
];

describe.concurrent.each(adapters)('gate driver: $name', ({ timedPulse }) => {
  const bench = modbusBench(timedPulse);
  const { startDevice, startDriver, startReady } = bench;

  gateSuite(bench, (device, listener) =>
    device.override((_, honest) => {
      listener();
      return honest;
    }),
  );

  holdSuite(bench, { ...wiring(0).inputs, washInUse: washInUseInput(0) });

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

  it('is unavailable for an answer from another unit', async () => {
    const device = await startDevice({ board: { unit: 7 } });
    const driver = await startDriver(device);

    await until('the driver says so', () => driver.health().problem?.includes('unit 1: it accepted the connection but didn’t respond'));
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
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
});

describe.concurrent('gate driver: Modbus', () => {
  const { startDevice, startDriver, startReady: startTimed } = modbusBench(true);

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

  it('keeps two gates of one board apart', async () => {
    const device = await startDevice({ gates: 2 });
    const drivers = await Promise.all([0, 1].map((n) => startDriver(device, { id: `gate${n}`, ...wiring(n) })));
    await until('both are ready', () => drivers.every((driver) => driver.health().status === 'ready'));

    expect(await drivers[1]!.pulse(WriteDeadline.none)).toMatchObject({ result: 'opened' });
    expect(device.state().gates.map(({ pulses }) => pulses)).toEqual([0, 1]);
  });
});

describe.each(adapters)('gate driver: $name, alone', ({ timedPulse }) => {
  aloneSuite(modbusBench(timedPulse), { pulsed: openedByInput });
});

describe('gate driver: Modbus, alone', () => {
  const { startDevice, startReady } = modbusBench(false);

  it('writes OFF within 250 ms of a line that dropped during a pulse that only the agent ends', async () => {
    const device = await startDevice();
    const driver = await startReady(device, { pulseMs: 5_000, inputs: {} });
    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'opened', evidence: 'relay' });

    const droppedAt = performance.timeOrigin + performance.now();
    device.posts['drop']!({});
    await until('the coil is off', () => !device.state().gates[0]!.coil);
    const off = device.state().gates[0]!.log.findLast(({ event }) => event === 'write off')!;
    expect(off.at - droppedAt).toBeLessThan(250);
  });
});
