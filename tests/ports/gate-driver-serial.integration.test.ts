import { describe, expect, it } from 'vitest';
import {
  startSerialRelaySimulator,
  type SerialRelayOptions,
  type SerialRelaySimulator,
} from '@washdesk/simulators/serial-relay/serial-relay-simulator';
import { serialRelayGate } from '@washdesk/site-agent/drivers/serial-relay-gate/definition';
import { DeviceUnavailable } from '@washdesk/site-agent/ports/device';
import type { PulseResult } from '@washdesk/site-agent/ports/gate-driver';
import { WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { serialRelayGateFields } from '@washdesk/site-protocol/site-configuration/devices/serial-relay-gate';
import { hasSerialPty, startSerialPty, type SerialPty } from '@washdesk/test-support/serial-pty';
import { heldOutputSuite } from './gate-hold-suite.ts';
import { aloneSuite, gateBench, gateOf, outputSuite, pulseMs } from './gate-suite.ts';
import { until } from './until.ts';

type Dialect = NonNullable<SerialRelayOptions['dialect']>;

/** A board and the port at which it is. */
interface PluggedIn extends SerialRelaySimulator {
  pty: SerialPty;
}

const benchOf = (dialect: Dialect) =>
  gateBench<PluggedIn, SerialRelayOptions>({
    async start({ board, ...options }) {
      const { refuse = false, ignoreWrites = false } = board ?? {};
      const device = await startSerialRelaySimulator({ ...options, dialect, board: { refuse, ignoreWrites } });
      const pty = startSerialPty(device.port);
      if (!refuse) await pty.present();
      const stop = async (): Promise<void> => {
        await pty.stop();
        await device.stop();
      };
      return { ...device, pty, stop };
    },
    create({ pty }, changes) {
      const { channel = 1, ...settings } = changes as { channel?: number };
      const own = Object.entries(settings).filter(([name]) => name in serialRelayGateFields);
      const gate = { id: `gate${channel}`, name: 'North', lane: 1, driver: 'serial-relay-gate', dialect, channel, pulseMs };
      return serialRelayGate.create(serialRelayGate.config.parse({ ...gate, ...Object.fromEntries(own), serial: { path: pty.path } }));
    },
  });

const noReadback: PulseResult = { result: 'unconfirmed', reason: 'no-readback' };
const dialects: [Dialect, { pulsed: PulseResult; heldForMs: number }][] = [
  ['lcus', { pulsed: noReadback, heldForMs: pulseMs }],
  ['hw-667', { pulsed: noReadback, heldForMs: 1_000 }],
  ['numato', { pulsed: { result: 'opened', evidence: 'relay' }, heldForMs: pulseMs }],
];

describe.skipIf(!hasSerialPty).concurrent.each(dialects)('gate driver: serial relay %s', (dialect, { pulsed }) => {
  const bench = benchOf(dialect);
  outputSuite(bench, { pulsed, addressOf: ({ pty }) => `${pty.path}: there is no such port` });
  heldOutputSuite(bench);

  it('is well after a pulse that went well', async () => {
    const device = await bench.startDevice();
    const driver = await bench.startReady(device);
    expect(await driver.pulse(WriteDeadline.none)).toEqual(pulsed);
    await until('the relay was on', () => gateOf(device).pulses === 1);
    await until('the relay is off again', () => !gateOf(device).coil);
    expect(driver.health()).toEqual({ status: 'ready' });
  });

  it('does not deliver a pulse later for which the port was missing', async () => {
    const device = await bench.startDevice();
    const driver = await bench.startReady(device);
    await device.pty.unplug();
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
    await until('its health names it', () => driver.health().problem?.includes('there is no such port'));
    device.pty.plugIn();
    await until('the driver is ready again', () => driver.health().status === 'ready');
    expect(gateOf(device).pulses).toBe(0);
  });
});

describe.skipIf(!hasSerialPty).concurrent('gate driver: serial relays', () => {
  const lcus = benchOf('lcus');
  const numato = benchOf('numato');

  it('writes OFF as soon as the port is back, if it disappeared during a pulse', async () => {
    const device = await lcus.startDevice();
    const driver = await lcus.startReady(device, { pulseMs: 300 });
    await driver.pulse(WriteDeadline.none);
    await until('the relay is on', () => gateOf(device).coil);
    await device.pty.unplug();
    await until('the driver is offline', () => driver.health().status === 'offline');
    expect(gateOf(device).coil).toBe(true);

    device.pty.plugIn();
    await until('the relay is off', () => !gateOf(device).coil);
    expect(gateOf(device).pulses).toBe(1);
  });

  it('serves the gates on the channels of one board over its one port', async () => {
    const device = await lcus.startDevice({ gates: 2 });
    const [north, south] = await Promise.all([1, 2].map((channel) => lcus.startReady(device, { channel })));
    expect(device.state().connections).toBe(1);

    await south!.pulse(WriteDeadline.none);
    await until('the relay was on', () => device.state().gates[1]!.pulses === 1);
    await until('the relay is off again', () => !device.state().gates[1]!.coil);
    expect(gateOf(device).pulses).toBe(0);
    await north!.stop();
    expect(await south!.read()).toEqual({ relay: false });
  });

  it('says unconfirmed of a Numato board that responds and does nothing, and of one that does not respond', async () => {
    const device = await numato.startDevice({ board: { ignoreWrites: true } });
    const driver = await numato.startReady(device);
    expect(await driver.pulse(WriteDeadline.none)).toEqual({ result: 'unconfirmed', reason: 'relay-did-not-close' });

    await device.behave({ ignoreWrites: false, mute: true });
    await until('its health names it', () => driver.health().problem?.includes('it doesn’t respond; check its power'));
    await expect(driver.pulse(WriteDeadline.none)).rejects.toThrow(DeviceUnavailable);
  });
});

describe.skipIf(!hasSerialPty).each(dialects)('gate driver: serial relay %s, alone', (dialect, { pulsed, heldForMs }) => {
  aloneSuite(benchOf(dialect), { pulsed, heldForMs });
});

describe.skipIf(!hasSerialPty)('gate driver: serial relay without readback, alone', () => {
  const lcus = benchOf('lcus');
  const writes = (device: PluggedIn) => gateOf(device).log.filter(({ event }) => event.startsWith('write'));

  it('writes OFF twice, 50 ms apart, and not in the first 200 ms, in which a cheap controller loses bytes', async () => {
    const device = await lcus.startDevice();
    // a busy machine delivers bytes late, never early: the times count from before the port is opened
    const before = performance.timeOrigin + performance.now();
    await lcus.startReady(device);
    await until('both arrived', () => writes(device).length === 2);
    expect(writes(device).map(({ event }) => event)).toEqual(['write off', 'write off']);
    const [first, second] = writes(device);
    expect(first!.at - before).toBeGreaterThan(190);
    expect(second!.at - before).toBeGreaterThan(240);
    expect(device.state().received).toBe('a00100a1a00100a1');
  });
});
