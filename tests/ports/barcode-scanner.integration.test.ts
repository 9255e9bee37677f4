import { afterEach, describe, expect, it } from 'vitest';
import { startScannerSimulator, type ScannerBehaviour, type ScannerSimulator } from '@washdesk/simulators/scanner/scanner-simulator';
import { barcodeScanner } from '@washdesk/site-agent/drivers/barcode-scanner/definition';
import type { BarcodeScanner } from '@washdesk/site-agent/ports/barcode-scanner';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';
import { until } from './until.ts';

const running: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

const adapters = [{ name: 'TCP', isSerial: false }, ...(hasSerialPty ? [{ name: 'a serial port', isSerial: true }] : [])];

describe.each(adapters)('barcode scanner at $name', ({ isSerial }) => {
  async function startDevice(behaviour: Partial<ScannerBehaviour> = {}): Promise<ScannerSimulator> {
    const device = await startScannerSimulator({ behaviour });
    running.push(device);
    return device;
  }

  async function addressOf(device: ScannerSimulator): Promise<object> {
    if (!isSerial) return { host: '127.0.0.1', port: device.port };
    const pty = startSerialPty(device.port);
    running.push(pty);
    if (!device.state().behaviour.refuse) await pty.present();
    return { serial: { path: pty.path } };
  }

  async function startScanner(device: ScannerSimulator, changes: object = {}): Promise<{ scanner: BarcodeScanner; codes: string[] }> {
    const config = { id: 'scanner', name: 'Scanner', driver: 'barcode-scanner', terminal: 'Washcashier1', ...(await addressOf(device)) };
    const scanner = await barcodeScanner.create(barcodeScanner.config.parse({ ...config, ...changes }));
    const codes: string[] = [];
    running.push(scanner);
    scanner.onScan((code) => codes.push(code));
    scanner.start();
    return { scanner, codes };
  }

  async function startReady(behaviour: Partial<ScannerBehaviour> = {}, changes: object = {}) {
    const device = await startDevice(behaviour);
    const { scanner, codes } = await startScanner(device, changes);
    await until('the scanner is ready', () => scanner.health().status === 'ready' && device.state().connections === 1);
    return { device, scanner, codes };
  }

  it.each<[string, Partial<ScannerBehaviour>, object]>([
    ['with CR', {}, {}],
    ['between STX and ETX', { before: '\x02', after: '\x03' }, {}],
    ['one character at a time', { splits: true, after: '\r\n' }, {}],
    ['without an end', { after: '' }, {}],
    ['with a prefix, a suffix and an AIM identifier', { before: 'S:]C0', after: ';\t' }, { prefix: 'S:', suffix: ';', aim: true }],
  ])('reports a code that it sends %s', async (_how, behaviour, changes) => {
    const { device, codes } = await startReady(behaviour, changes);
    await device.scan('12345+123456');
    await until('the code', () => codes.length > 0);
    expect(codes).toEqual(['12345+123456']);
  });

  it('reports a barcode that stays under the scanner once', async () => {
    const { device, codes } = await startReady();
    for (const code of ['ABC1234', 'ABC1234', 'XYZ789', 'ABC1234']) await device.scan(code);
    await until('the last code', () => codes.length === 3);
    expect(codes).toEqual(['ABC1234', 'XYZ789', 'ABC1234']);
  });

  it('names unreadable bytes, until a code is readable', async () => {
    const { device, scanner, codes } = await startReady({ garbles: true });
    await device.scan('ABC1234');
    await until('its health names it', () => scanner.health().problem === 'it sends unreadable bytes; check the baud rate and the parity');
    await device.behave({ garbles: false });
    await device.scan('\rABC1234');
    await until('the scanner is ready', () => scanner.health().status === 'ready');
    expect(codes).toEqual(['ABC1234']);
  });

  it('stays at fault while codes come between unreadable bytes', async () => {
    const { device, scanner, codes } = await startReady({ garbles: true });
    const states: string[] = [];
    scanner.onHealth(({ status }) => states.push(status));
    for (let n = 0; n < 5; n += 1) {
      await device.behave({ garbles: true });
      await device.scan('ABC1234');
      await device.behave({ garbles: false });
      await device.scan(`\rABC${n}000`);
    }
    await until('the last code', () => codes.length === 5);
    expect(states).toEqual(['faulty']);
  });

  it('waits for a scanner that is unplugged', async () => {
    const device = await startDevice({ refuse: true });
    const { scanner, codes } = await startScanner(device);
    await until('the scanner is offline', () => scanner.health().status === 'offline');
    await device.behave({ refuse: false });
    await until('the scanner is ready', () => scanner.health().status === 'ready' && device.state().connections === 1);
    await device.scan('ABC1234');
    expect(await until('the code', () => codes[0])).toBe('ABC1234');
  });
});
