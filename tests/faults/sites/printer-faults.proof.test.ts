import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterBehaviour } from '@washdesk/simulators/printer/printer-simulator';
import { until } from '@washdesk/test-support/until';
import { startPrinterSite, type PrinterSite } from './printer-site.ts';

let site: PrinterSite;
/** Receipts printed before the test. */
let before: number;

beforeAll(async () => {
  site = await startPrinterSite();
});
afterAll(() => site.stop());

const mended: Partial<PrinterBehaviour> = { paperOut: false, paperLeft: null, coverOpen: false, offline: false, refuse: false, lineMs: 0 };
beforeEach(async () => {
  await site.printer.behave(mended);
  before = site.printer.state().paper.length;
});

const papers = (): string[] =>
  site.printer
    .state()
    .paper.slice(before)
    .map(({ text }) => text);
const isDuplicate = (text: string | undefined): boolean => text?.replaceAll(' ', '').includes('DUPLICATE') ?? false;

describe('a printer that cannot print', () => {
  it.each<[string, Partial<PrinterBehaviour>, RegExp]>([
    ['is out of paper', { paperOut: true }, /out of paper/],
    ['has its cover open', { coverOpen: true }, /cover is open/],
    ['is unplugged', { refuse: true }, /unreachable/],
  ])('%s: nothing is printed, now or later, and a new press prints the first paper', async (_name, fault, reason) => {
    const receipt = await site.receipt();
    const job = randomUUID();
    await site.printer.behave(fault);
    const answer = await site.print(receipt, job);
    expect(answer).toMatchObject({ state: 'failed', message: expect.stringMatching(reason) });
    await site.printer.behave(mended);
    expect(await site.print(receipt, job)).toEqual(answer);
    expect(papers()).toEqual([]);
    expect(await site.print(receipt)).toEqual({ state: 'printed', message: 'Printed' });
    expect(papers().map(isDuplicate)).toEqual([false]);
  });
});

describe('a printer that stops in the middle of a job', () => {
  it.each<[string, Partial<PrinterBehaviour>, RegExp]>([
    ['for the paper ends', { paperOut: true }, /out of paper/],
    ['for its cover is opened', { coverOpen: true }, /cover is open/],
    ['for it is unplugged', { refuse: true }, /unreachable/],
  ])('%s: the outcome is unknown, the job is not printed twice, and the next receipt says DUPLICATE', async (_name, fault, reason) => {
    const receipt = await site.receipt();
    const job = randomUUID();
    await site.printer.behave({ lineMs: 40 });
    const printing = site.print(receipt, job);
    await until('its title is out', () => site.printer.state().uncut.includes('UNLIMITED WASH') || null);
    await site.printer.behave(fault);
    const answer = await printing;
    expect(answer).toMatchObject({ state: 'unknown', message: expect.stringMatching(reason) });

    // a repaired printer continues with its buffer, as printers do
    await site.printer.behave(mended);
    await until('the paper is cut off', () => papers().length === 1 || null);
    expect(await site.print(receipt, job)).toMatchObject({ state: 'unknown' });
    expect(papers().map(isDuplicate)).toEqual([false]);

    expect(await site.print(receipt)).toEqual({ state: 'printed', message: 'Printed' });
    expect(papers().map(isDuplicate)).toEqual([false, true]);
  });
});
