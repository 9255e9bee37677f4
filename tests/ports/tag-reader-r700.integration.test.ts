import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startR700Simulator, type R700Behaviour, type R700Simulator } from '@washdesk/simulators/r700/r700-simulator';
import { r700Reader } from '@washdesk/site-agent/drivers/r700-reader/definition';
import { readerBench, readerSuite, tag } from './tag-reader-suite.ts';
import { until } from './until.ts';

describe.concurrent('tag reader: Impinj R700', () => {
  const bench = readerBench<R700Simulator>({
    start: (behaviour) => startR700Simulator({ behaviour }),
    create(device, changes) {
      const address = { driver: 'r700-reader', host: '127.0.0.1', port: device.port, tls: { fingerprint: device.fingerprint } };
      const login = { user: 'root', password: 'impinj' };
      return r700Reader.create(
        r700Reader.config.parse({ id: 'lanes', name: 'Lanes', ...address, login, antennas: { '1': 1, '3': 2 }, ...changes }),
      );
    },
    isListening: (device) => device.state().streams === 1 && device.state().isRunning,
  });
  const { startDevice, startReader, startListening } = bench;

  readerSuite(bench, { counts: false, antenna: 3, rssi: -48.5 });

  /** A reader whose driver must name a problem. */
  async function problemOf(behaviour: Partial<R700Behaviour>, changes: object = {}): Promise<string> {
    const device = await startDevice();
    await device.behave(behaviour);
    const { reader } = await startReader(device, changes);
    return until('the problem', () => reader.health().problem);
  }

  it('starts its own inventory at each connection, and keeps no reads in the reader', async () => {
    const { device } = await startListening({}, { transmitPower: 24.5, keepAliveSeconds: 20 });

    expect(device.state().requests.slice(0, 5)).toEqual([
      'GET /api/v1/status',
      'PUT /api/v1/http-stream',
      'POST /api/v1/profiles/stop',
      'GET /api/v1/data/stream',
      'POST /api/v1/profiles/inventory/start',
    ]);
    expect(device.state().inventory).toMatchObject({
      eventConfig: { tagInventory: { epcHex: 'enabled', tagReporting: { reportingIntervalSeconds: 0 } } },
      antennaConfigs: [
        { antennaPort: 1, transmitPowerCdbm: 2_450 },
        { antennaPort: 3, transmitPowerCdbm: 2_450 },
      ],
    });
  });

  it.each<[string, Partial<R700Behaviour>]>([
    ['base64', { epc: 'base64' }],
    ['base64 of the URL alphabet', { epc: 'base64url' }],
    ['server-sent events', { dataPrefix: true, statusName: 'inventoryStatus' }],
  ])('reads a device that writes %s', async (_what, behaviour) => {
    const { device, reads } = await startListening();
    await device.behave(behaviour);
    await device.tag({ tag, count: 1 });
    expect(await until('the read', () => reads[0])).toMatchObject({ tag });
  });

  it('does not get the reads of a time without a connection', async () => {
    const { device, reader, reads } = await startListening();
    await device.behave({ refuse: true });
    await until('the reader saw it', () => reader.health().status === 'offline');
    await device.tag({ tag });
    await device.behave({ refuse: false });
    await until('the reader is back', () => reader.health().status === 'ready' && device.state().streams === 1);

    await device.tag({ tag: 'E200', count: 1 });
    await until('the read', () => reads.length > 0);
    expect(reads.map((read) => read.tag)).toEqual(['E200']);
  });

  it.each([
    ['with a clock that is right', 0],
    ['with a clock that is two years fast', 63_072_000_000],
    ['with a clock that is an hour slow', -3_600_000],
  ])('drops a replayed read and takes a new one of a reader %s', async (_what, clockAheadMs) => {
    const device = await startDevice();
    await device.behave({ clockAheadMs });
    const { reader, reads } = await startReader(device);
    await until('the reader is ready', () => reader.health().status === 'ready');

    await device.tag({ tag, count: 1, agedMs: 6_000 });
    await device.tag({ tag: 'E200', count: 1, agedMs: 1_000 });
    await until('the read', () => reads.length > 0);
    expect(reads.map((read) => read.tag)).toEqual(['E200']);
  });

  it('names an antenna whose cable is off, until it reads again', async () => {
    const { device, reader } = await startListening();
    await device.antenna({ antenna: 3, connected: false });
    await until('it is named', () => reader.health().problem === 'antenna 3 isn’t connected; check its cable');
    await device.antenna({ antenna: 4, connected: false });
    await device.tag({ tag, antenna: 3 });
    await until('it is mended', () => reader.health().status !== 'faulty');
    expect(reader.health()).toEqual({ status: 'ready' });
  });

  it('reports discarded events', async () => {
    const { device, reader } = await startListening();
    await device.overflow({ purged: 7 });
    expect(await until('it is named', () => reader.health().problem)).toContain('it discarded 7 events');
  });

  it('starts its inventory again if another client stops it', async () => {
    const { device, reader, reads } = await startListening();
    await device.stopInventory();
    await until('it is named', () => reader.health().problem?.includes('its inventory was stopped'));
    await until('it runs again', () => reader.health().status === 'ready' && device.state().isRunning);
    await device.tag({ tag, count: 1 });
    expect(await until('the read', () => reads[0])).toMatchObject({ tag });
  });

  it('connects again if three keep-alives are missing, and not before', async () => {
    const { device, reader } = await startListening({}, { keepAliveSeconds: 1 });
    const { length } = device.state().requests;
    await sleep(3_500);
    expect(device.state().requests).toHaveLength(length);
    await device.behave({ silent: true });
    await until('it is named', () => reader.health().problem?.includes('nothing received for 3 s'));
  });

  it('refuses another certificate, and sends it no password', async () => {
    const device = await startDevice();
    const { reader } = await startReader(device, { tls: { fingerprint: '00'.repeat(32) } });
    await until('it is named', () => reader.health().problem?.includes(`fingerprint ${device.fingerprint}, not the configured one`));
    expect(device.state().requests).toEqual([]);
  });

  it('names a wrong password', async () => {
    expect(await problemOf({ password: 'changed' })).toContain("it rejects the user or the password; check 'login'");
  });

  it('names a reader that accepts connections and never responds', async () => {
    expect(await problemOf({ mute: true })).toMatch(/^127\.0\.0\.1:\d+: it accepted the connection but didn’t respond$/u);
  });

  it('names the other interface', async () => {
    expect(await problemOf({ rfidInterface: 'llrp' })).toContain('its RFID interface is LLRP');
  });

  it('names a setting that the reader does not accept', async () => {
    expect(await problemOf({ invalidProperty: 'rfMode' })).toContain('it rejects /profiles/inventory/start: Invalid value (rfMode)');
  });

  // replaces the clock of the process
  it('reads on after the clock of the reader was set back', { concurrent: false }, async () => {
    const { device, reads } = await startListening();
    await device.behave({ clockAheadMs: -3_600_000 });
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
    await device.tag({ tag, count: 1 });
    await expect
      .poll(async () => {
        await device.tag({ tag, count: 1 });
        return reads.length;
      })
      .toBeGreaterThan(0);
    later.mockRestore();
  });
});
