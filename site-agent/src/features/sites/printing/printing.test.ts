import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commands } from '@washdesk/site-protocol/commands';
import { durableEvents } from '@washdesk/site-protocol/events';
import type { CommandContext, CommandTable } from '../../../ports/commands.ts';
import type { DeviceHealth } from '../../../ports/device.ts';
import type { PrintResult, ReceiptPrinter } from '../../../ports/receipt-printer.ts';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { printerCommands } from './printing.ts';

const job = '0192f3a0-0000-7000-8000-000000000000';
const payload = { job, source: 'Thank you' };
const context: CommandContext = { id: 'c1', device: 'printer', deadline: WriteDeadline.none, signal: new AbortController().signal };

let print: ReturnType<typeof vi.fn<ReceiptPrinter['print']>>;
let health: DeviceHealth;
let handler: CommandTable['printer.print'];
let status: CommandTable['printer.status'];

beforeEach(() => {
  print = vi.fn<ReceiptPrinter['print']>().mockResolvedValue({ state: 'printed' });
  health = { status: 'ready' };
  const printer: ReceiptPrinter = {
    start: () => undefined,
    stop: () => Promise.resolve(),
    print: (asked) => print(asked),
    health: () => health,
    onHealth: () => () => undefined,
  };
  ({ 'printer.print': handler, 'printer.status': status } = printerCommands(new Map([['printer', printer]])));
});

describe('printing', () => {
  it('is one action per job, whatever command contains it', () => {
    expect(handler.key(payload, context)).toBe(handler.key(payload, { ...context, id: 'c2' }));
    expect(handler.key(payload, context)).not.toBe(handler.key({ ...payload, job: 'another' }, context));
  });

  it('answers and tells what the printer said', async () => {
    const action = await handler.prepare(payload, context)();
    expect(print).toHaveBeenCalledWith({ jobId: job, source: 'Thank you', deadline: context.deadline });
    expect(commands['printer.print'].reply.parse(action.result)).toEqual({ state: 'printed', reason: null });
    expect(durableEvents['print-result'].parse(action.event?.payload)).toEqual({ job, printer: 'printer', state: 'printed', reason: null });
    expect(action.undone).toBe(false);
  });

  it.each<[PrintResult, string, boolean]>([
    [{ state: 'unknown', reason: 'no-answer' }, 'The printer didn’t confirm the print', false],
    [{ state: 'unknown', reason: 'paper-out' }, 'The printer is out of paper', false],
    [{ state: 'failed', reason: 'unreachable' }, 'The printer is unreachable', true],
  ])('may be tried again only when nothing was sent: %o', async (found, reason, undone) => {
    print.mockResolvedValue(found);
    expect(await handler.prepare(payload, context)()).toMatchObject({ result: { state: found.state, reason }, undone });
  });

  it('refuses what looks like a card number, but no code of the company', async () => {
    expect(await handler.prepare({ job, source: 'Card 4111 1111 1111 1111' }, context)()).toMatchObject({ result: { state: 'failed' } });
    expect(print).not.toHaveBeenCalled();
    await handler.prepare({ job, source: 'Card 6298921312345678' }, context)();
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('prints nothing late, and nothing again', () => {
    expect(handler.expired(payload, context, 'too late')).toMatchObject({ result: { state: 'failed', reason: 'too late' } });
    expect(handler.repeated(null)).toMatchObject({ state: 'unknown' });
    expect(handler.repeated({ state: 'printed', reason: null })).toEqual({ state: 'printed', reason: null });
    expect(print).not.toHaveBeenCalled();
  });

  it('tells how the printer is', async () => {
    expect(await status({}, context)).toEqual({ ready: true, reason: null });
    health = { status: 'faulty', problem: 'out of paper' };
    expect(await status({}, context)).toEqual({ ready: false, reason: 'out of paper' });
  });
});
