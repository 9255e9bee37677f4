import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startPrinterSimulator, type PrinterBehaviour, type PrinterSimulator } from '@washdesk/simulators/printer/printer-simulator';
import { escposPrinter } from '@washdesk/site-agent/drivers/escpos-printer/definition';
import type { ReceiptPrinter } from '@washdesk/site-agent/ports/receipt-printer';
import { CommandExpired, WriteDeadline } from '@washdesk/site-agent/ports/write-deadline';
import { hasSerialPty, startSerialPty } from '@washdesk/test-support/serial-pty';
import { until } from './until.ts';

const source = '^^^SUPER KISS\n\nPlate | IL ABC1234\nJosé Núñez\n---\n^TOTAL | ^$44.99';

const deadline = WriteDeadline.none;

/** For a printer that stops in the middle of a job. */
const hangsSoon = { jobTimeoutMs: 1_000 };

const adapters = [
  { name: 'ESC/POS on TCP', isSerial: false, unreachable: 'refuses connections' },
  ...(hasSerialPty ? [{ name: 'ESC/POS on a serial port', isSerial: true, unreachable: 'there is no such port' }] : []),
];
const driver = escposPrinter;

const running: { stop(): Promise<void> }[] = [];

afterAll(async () => {
  for (const part of running.splice(0).toReversed()) await part.stop();
});

async function startDevice(behaviour: Partial<PrinterBehaviour> = {}): Promise<PrinterSimulator> {
  const device = await startPrinterSimulator({ behaviour });
  running.push(device);
  return device;
}

async function makePrinterAt(address: object, changes: object): Promise<ReceiptPrinter> {
  const config = { id: 'register-2', name: 'Register 2', driver: driver.name, statusEveryMs: 100, jobTimeoutMs: 20_000 };
  const printer = await driver.create(driver.config.parse({ ...config, ...address, ...changes }));
  running.push(printer);
  return printer;
}

async function addressOf(device: PrinterSimulator, isSerial: boolean): Promise<object> {
  if (!isSerial) return { host: '127.0.0.1', port: device.port };
  const pty = startSerialPty(device.port);
  running.push(pty);
  if (!device.state().behaviour.refuse) await pty.present();
  return { serial: { path: pty.path, baudRate: 115_200 } };
}

describe.concurrent.each(adapters)('receipt printer: $name', ({ isSerial, unreachable }) => {
  const makePrinter = async (device: PrinterSimulator, changes: object = {}) => makePrinterAt(await addressOf(device, isSerial), changes);
  const textsOf = (device: PrinterSimulator) => device.state().paper.map(({ text }) => text);

  it('prints a receipt as it is written, cut off once', async () => {
    const device = await startDevice();
    const printer = await makePrinter(device);

    expect(await printer.print({ jobId: 'a', source, deadline })).toEqual({ state: 'printed' });

    const [text, ...more] = textsOf(device);
    expect(more).toEqual([]);
    const lines = text!.split('\n');
    expect(lines.find((line) => line.includes('SUPER KISS'))).toBeDefined();
    expect(lines.find((line) => line.startsWith('Plate'))).toMatch(/^Plate\s{10,}.*IL ABC1234$/);
    expect(lines.find((line) => line.includes('José Núñez'))).toBeDefined();
    expect(lines.at(-1)).toMatch(/TOTAL.*\$44\.99/);
  });

  it('prints what the printer shows as a picture, the newest first', async () => {
    const device = await startDevice();
    const printer = await makePrinter(device);
    expect(device.pages['']()).toContain('Nothing printed yet');
    for (const text of ['first', 'second']) await printer.print({ jobId: text, source: text, deadline });

    expect(device.pages['receipt.svg']()).toMatch(/^<svg[^]*>second<\/text>/);
    expect(device.pages['']()).toMatch(/>second<\/text>[^]*>first<\/text>/);
  });

  it('prints jobs one after the other, in their order', async () => {
    const device = await startDevice({ lineMs: 5 });
    const printer = await makePrinter(device);

    const results = await Promise.all(['first', 'second', 'third'].map((text) => printer.print({ jobId: text, source: text, deadline })));

    expect(results.every(({ state }) => state === 'printed')).toBe(true);
    expect(textsOf(device)).toEqual(['first', 'second', 'third'].map((text) => expect.stringContaining(text)));
  });

  it.runIf(isSerial)('prints a receipt that is longer than the buffer of the printer', async () => {
    const device = await startDevice({ bufferBytes: 2_048, lineMs: 15 });
    const printer = await makePrinter(device);
    const lines = Array.from({ length: 100 }, (_none, n) => `Line ${n} | of a long receipt`);

    expect(await printer.print({ jobId: 'a', source: lines.join('\n'), deadline })).toEqual({ state: 'printed' });
    expect(textsOf(device)[0]?.match(/Line \d+ +.*of a long receipt/g)).toHaveLength(100);
  });

  it.each([
    ['paperOut', 'paper-out', 'out of paper'],
    ['coverOpen', 'cover-open', 'the cover is open'],
    ['offline', 'offline', 'set to offline on the printer'],
  ] as const)('fails with nothing sent while %s, and prints when it is mended', async (fault, reason, problem) => {
    const device = await startDevice({ [fault]: true });
    const printer = await makePrinter(device);

    expect(await printer.print({ jobId: 'a', source, deadline })).toEqual({ state: 'failed', reason });
    expect(printer.health()).toEqual({ status: 'faulty', problem });

    await device.behave({ [fault]: false });
    expect(textsOf(device)).toEqual([]);
    expect(await printer.print({ jobId: 'b', source, deadline })).toEqual({ state: 'printed' });
    expect(textsOf(device)).toHaveLength(1);
    expect(printer.health()).toEqual({ status: 'ready' });
  });

  it('fails when the printer is switched off', async () => {
    const device = await startDevice({ refuse: true });
    const printer = await makePrinter(device);

    expect(await printer.print({ jobId: 'a', source, deadline })).toEqual({ state: 'failed', reason: 'unreachable' });
    expect(printer.health().status).toBe('offline');
  });

  it('fails when the printer takes the connection and says nothing', async () => {
    const device = await startDevice({ dumb: true });
    const printer = await makePrinter(device);

    expect(await printer.print({ jobId: 'a', source, deadline })).toEqual({ state: 'failed', reason: 'no-answer' });
    expect(textsOf(device)).toEqual([]);
  });

  it('fails when the printer never stops talking, and continues when it does', async () => {
    const device = await startDevice({ babbles: true });
    const printer = await makePrinter(device);

    expect(await printer.print({ jobId: 'a', source, deadline })).toEqual({ state: 'failed', reason: 'no-answer' });

    await device.behave({ babbles: false });
    expect(await printer.print({ jobId: 'b', source, deadline })).toEqual({ state: 'printed' });
    expect(textsOf(device)).toHaveLength(1);
  });

  it('does not start a job whose caller no longer waits', async () => {
    const device = await startDevice({ lineMs: 20 });
    const printer = await makePrinter(device);
    let now = 0;

    const first = printer.print({ jobId: 'a', source: 'first', deadline });
    const second = printer.print({ jobId: 'b', source: 'second', deadline: new WriteDeadline(0, () => now) });
    now = 1;

    expect(await first).toEqual({ state: 'printed' });
    await expect(second).rejects.toThrow(CommandExpired);
    expect(textsOf(device)).toEqual([expect.stringContaining('first')]);
  });

  it('says unknown, with the cause, when the paper ends in the middle of the job', async () => {
    const device = await startDevice({ paperLeft: 2 });
    const printer = await makePrinter(device);

    expect(await printer.print({ jobId: 'a', source, deadline })).toEqual({ state: 'unknown', reason: 'paper-out' });
    expect(printer.health()).toEqual({ status: 'faulty', problem: 'out of paper' });
  });

  it('never takes the late word of an interrupted job for the next one', async () => {
    const device = await startDevice({ paperLeft: 2 });
    const printer = await makePrinter(device, hangsSoon);
    await printer.print({ jobId: 'a', source: 'one\ntwo\nthree\nfour', deadline });

    await device.behave({ paperOut: false, lineMs: 60, hangAfterLines: 4 });
    const second = await printer.print({ jobId: 'b', source: 'five\nsix\nseven\neight', deadline });

    expect(second).toEqual({ state: 'unknown', reason: 'no-answer' });
    expect(textsOf(device)).toEqual([expect.stringContaining('four')]);
  });

  it('says unknown when the printer hangs in the middle of the job, and does not print it again', async () => {
    const device = await startDevice({ hangAfterLines: 2 });
    const printer = await makePrinter(device, hangsSoon);

    expect(await printer.print({ jobId: 'a', source, deadline })).toEqual({ state: 'unknown', reason: 'no-answer' });

    await device.behave({ hangAfterLines: null });
    await until('the printer goes on by itself', () => textsOf(device).length === 1);
    expect(await printer.print({ jobId: 'b', source: 'next', deadline })).toEqual({ state: 'printed' });
    expect(textsOf(device)).toHaveLength(2);
  });

  it('says unknown when the line is cut in the middle of the job', async () => {
    const device = await startDevice({ lineMs: 50 });
    const printer = await makePrinter(device);

    const result = printer.print({ jobId: 'a', source, deadline });
    await until('the first line is out', () => device.state().uncut !== '');
    device.posts['drop']!({});

    expect(await result).toEqual({ state: 'unknown', reason: 'unreachable' });
  });

  it('cannot be made to kick the cash drawer by what a customer is called', async () => {
    const device = await startDevice();
    const printer = await makePrinter(device);

    expect(
      await printer.print({ jobId: 'a', source: 'Ann {command:\\x1bp011}\n{command:\\x1bp011}\n\\x1bp011 \x1bp011', deadline }),
    ).toEqual({
      state: 'printed',
    });
    expect(device.state().drawerKicks).toBe(0);
  });

  it('refuses a document that cannot be drawn, without sending anything', async () => {
    const device = await startDevice();
    const printer = await makePrinter(device);

    expect(await printer.print({ jobId: 'a', source: '{image:abc}', deadline })).toEqual({ state: 'failed', reason: 'unprintable' });
    expect(textsOf(device)).toEqual([]);
  });

  it('watches the printer while nothing is printed', async () => {
    const device = await startDevice();
    const printer = await makePrinter(device);
    const seen: string[] = [];
    printer.onHealth(({ status, problem = status }) => {
      const next = status === 'offline' ? status : problem;
      if (next !== seen.at(-1)) seen.push(next);
    });
    printer.start();

    await until('ready', () => seen.at(-1) === 'ready');
    await device.behave({ paperOut: true });
    await until('out of paper', () => seen.at(-1) === 'out of paper');
    await device.behave({ paperOut: false, refuse: true });
    await until('unreachable', () => printer.health().problem?.includes(unreachable));
    await device.behave({ refuse: false });
    await until('ready again', () => seen.at(-1) === 'ready');
    expect(seen).toEqual(['ready', 'out of paper', 'offline', 'ready']);
  });
});

// blocks the process, so alone
describe('a computer that stands still for a moment', () => {
  it.each(adapters)('fails when the printer never stops talking, $name', async ({ isSerial }) => {
    const device = await startDevice({ babbles: true });
    const printer = await makePrinterAt(await addressOf(device, isSerial), {});

    const result = printer.print({ jobId: 'a', source, deadline });
    await sleep(600);
    const end = performance.now() + 500;
    while (performance.now() < end);

    expect(await result).toEqual({ state: 'failed', reason: 'no-answer' });
  });
});
