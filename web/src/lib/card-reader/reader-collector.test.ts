import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CardAttempt, CardResult, CardStep, CardCollector } from './card-collector.ts';
import { readerCollector } from './reader-collector.ts';
import { ReaderConnection } from './reader-connection.ts';
import { scriptedTerminal, terminalError, type TerminalScript } from './terminal.fixture.ts';

const intent = { id: 'pi_1', secret: 'pi_1_secret' };

function at(script: TerminalScript = {}) {
  const terminal = scriptedTerminal(script);
  const connection = new ReaderConnection(async () => terminal.sdk);
  const chosenReader = { location: 'tml_1', serialNumber: 'serial-1' };
  const collector = readerCollector({ connection, chosenReader: async () => ({ ...chosenReader }), fetchToken: async () => 'pst_1' });
  const steps: CardStep[] = [];
  const control = new AbortController();
  const attempt: CardAttempt = { report: (step) => void steps.push(step), signal: control.signal, takeOver: false };
  return { terminal, collector, chosenReader, steps, attempt, giveUp: () => control.abort() };
}

describe('a reader', () => {
  it('is found by its serial number, connected, and asked for the card', async () => {
    const { collector, terminal, steps, attempt } = at({ readers: ['serial-0', 'serial-1'] });
    expect(await collector.authorizePayment(intent, attempt)).toEqual({ kind: 'done' });
    expect(terminal.calls).toEqual(['discover', 'connect serial-1', 'collect', 'process']);
    expect(steps).toEqual(['finding', 'connecting', 'card', 'processing']);
    expect(await terminal.props().onFetchConnectionToken()).toBe('pst_1');
  });

  it('stays connected for the next card, and is connected again when it was lost', async () => {
    const { collector, terminal, attempt } = at();
    await collector.prepare(attempt);
    await collector.saveCard(intent, attempt);
    expect(terminal.calls).toEqual(['discover', 'connect serial-1', 'collect setup', 'confirm']);
    terminal.loseConnection();
    await collector.prepare(attempt);
    expect(terminal.calls.slice(4)).toEqual(['discover', 'connect serial-1']);
  });

  it('is left for another one; the token of another location is forgotten', async () => {
    const { collector, terminal, chosenReader, attempt } = at({ readers: ['serial-1', 'serial-2'] });
    await collector.prepare(attempt);
    Object.assign(chosenReader, { location: 'tml_2', serialNumber: 'serial-2' });
    await collector.prepare(attempt);
    expect(terminal.calls.slice(2)).toEqual(['disconnect', 'clear', 'discover', 'connect serial-2']);
  });

  it.each<[string, TerminalScript, string]>([
    ['is not among those at the location', { readers: ['serial-0'] }, 'Failed to Find Reader'],
    ['cannot be looked for', { discoverReaders: [terminalError('failed_fetch_connection_token')] }, 'Failed to Find Reader'],
    ['does not connect', { connectReader: [terminalError('network_error', 'No answer')] }, 'Error Connecting to Reader - No answer'],
  ])('that %s is told', async (_what, script, title) => {
    const { collector, attempt } = at(script);
    await expect(collector.prepare(attempt)).rejects.toMatchObject({ problem: { title } });
  });
});

describe('a reader that another register uses', () => {
  const inUse = terminalError('already_connected', 'In use');

  it('is asked whether it is in use, and taken over only on request', async () => {
    const { collector, terminal, attempt } = at({ connectReader: [inUse] });
    const refused = { problem: { title: 'Reader in Use', mayTakeOver: true } };
    await expect(collector.prepare(attempt)).rejects.toMatchObject(refused);
    await collector.prepare({ ...attempt, takeOver: true });
    expect(terminal.connectOptions).toEqual([{ fail_if_in_use: true }, { fail_if_in_use: false }]);
  });

  it('is asked again before a card when it was taken meanwhile', async () => {
    const { collector, terminal, attempt } = at({ connectReader: [{}, inUse] });
    await collector.prepare(attempt);
    terminal.loseConnection();
    expect(await collector.authorizePayment(intent, attempt)).toMatchObject({ kind: 'failed', problem: { title: 'Reader in Use' } });
    expect(terminal.calls).not.toContain('collect');
  });

  it.each(['authorizePayment', 'saveCard'] as const)('and takes it during %s: the loser says that nothing was taken', async (way) => {
    const { collector, terminal, attempt } = at({ collect: ['waits'] });
    const end = collector[way](intent, attempt);
    await expect.poll(() => terminal.calls.some((call) => call.startsWith('collect'))).toBe(true);
    terminal.loseConnection();
    expect(await end).toEqual({
      kind: 'failed',
      problem: {
        title: 'Another Register Took the Reader',
        words: 'It stopped before a card was read. Nothing was charged or saved.',
        requestId: '',
      },
    });
  });
});

describe('a reader that is not used', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is released after 30 seconds, and connected again for the next card', async () => {
    const { collector, terminal, attempt } = at({});
    await collector.prepare(attempt);
    await vi.advanceTimersByTimeAsync(20_000);
    await collector.saveCard(intent, attempt);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(terminal.calls).not.toContain('disconnect');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(terminal.calls.at(-1)).toBe('disconnect');
    expect(await collector.authorizePayment(intent, attempt)).toEqual({ kind: 'done' });
    expect(terminal.connectOptions).toHaveLength(2);
  });

  it('stays connected as long as it asks for a card', async () => {
    const { collector, terminal, attempt } = at({ collect: ['waits'] });
    void collector.authorizePayment(intent, attempt);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(terminal.calls).not.toContain('disconnect');
  });
});

describe('a card that was not read', () => {
  const ways: [string, (collector: CardCollector, attempt: CardAttempt) => Promise<CardResult>, string][] = [
    ['to be charged', (collector, attempt) => collector.authorizePayment(intent, attempt), 'Error Collecting Payment Info'],
    ['to be kept', (collector, attempt) => collector.saveCard(intent, attempt), 'Error Capturing Card'],
  ];

  it.each(ways)('%s', async (_what, take, title) => {
    const { collector, attempt } = at({ collect: [terminalError('reader_error', 'The chip failed')] });
    expect(await take(collector, attempt)).toEqual({ kind: 'failed', problem: { title, words: 'The chip failed', requestId: '' } });
  });

  it.each(['canceled', 'canceled_by_customer'])('ends silently by %s', async (code) => {
    const { collector, attempt } = at({ collect: [terminalError(code)] });
    expect(await collector.authorizePayment(intent, attempt)).toEqual({ kind: 'canceled' });
  });
});

describe('giving up', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('cancels the collection, however late the reader hears it', async () => {
    const { collector, terminal, attempt, giveUp } = at({ collect: ['waits'], cancel: [terminalError('cancelable_already_completed')] });
    const end = collector.authorizePayment(intent, attempt);
    await expect.poll(() => terminal.calls).toContain('collect');
    giveUp();
    await vi.advanceTimersByTimeAsync(200);
    expect(await end).toEqual({ kind: 'canceled' });
    expect(terminal.calls.slice(2)).toEqual(['collect', 'cancel', 'cancel']);
  });

  it('leaves a reader that does not let go', async () => {
    const { collector, terminal, attempt, giveUp } = at({ collect: ['waits'], cancel: [1, 2, 3].map(() => terminalError('reader_error')) });
    const end = collector.authorizePayment(intent, attempt);
    await expect.poll(() => terminal.calls).toContain('collect');
    giveUp();
    await vi.advanceTimersByTimeAsync(1_400);
    expect(await end).toEqual({ kind: 'canceled' });
    expect(terminal.calls.at(-1)).toBe('disconnect');
  });

  it('before the reader is connected asks for no card', async () => {
    const { collector, terminal, attempt, giveUp } = at();
    giveUp();
    expect(await collector.authorizePayment(intent, attempt)).toEqual({ kind: 'canceled' });
    expect(terminal.calls).not.toContain('collect');
  });

  it('lets the next attempt wait for its end', async () => {
    const { collector, terminal, attempt, giveUp } = at({ collect: ['waits'] });
    const first = collector.authorizePayment(intent, attempt);
    await expect.poll(() => terminal.calls).toContain('collect');
    const second = collector.authorizePayment(intent, { ...attempt, signal: new AbortController().signal });
    giveUp();
    expect([await first, await second]).toEqual([{ kind: 'canceled' }, { kind: 'done' }]);
  });
});

describe('a card that was read', () => {
  it('and declined is declined with code and message; the same payment may be tried again', async () => {
    const { collector, terminal, attempt } = at({ process: [terminalError('card_declined', 'Declined', { decline_code: 'lost_card' })] });
    expect(await collector.authorizePayment(intent, attempt)).toMatchObject({
      kind: 'declined',
      decline: { code: 'lost_card', message: 'Declined' },
    });
    expect(await collector.authorizePayment(intent, attempt)).toEqual({ kind: 'done' });
    expect(terminal.calls.slice(2)).toEqual(['collect', 'process', 'collect', 'process']);
  });

  it('is processed again after a silence, without a second collection', async () => {
    const { collector, terminal, attempt } = at({ process: [terminalError('network_timeout')] });
    expect(await collector.authorizePayment(intent, attempt)).toEqual({ kind: 'done' });
    expect(terminal.calls.slice(2)).toEqual(['collect', 'process', 'process']);
  });

  it.each<[string, (collector: CardCollector, attempt: CardAttempt) => Promise<CardResult>, string]>([
    [
      'charged',
      (collector, attempt) => collector.authorizePayment(intent, attempt),
      'Stripe Not Ready to process Charge. Please try again',
    ],
    ['kept', (collector, attempt) => collector.saveCard(intent, attempt), 'Failed to Confirm Intent'],
  ])('and never %s for certain is left to the API', async (_what, take, title) => {
    const { collector, attempt } = at({ process: [1, 2, 3].map(() => terminalError('network_error', 'Lost')) });
    expect(await take(collector, attempt)).toMatchObject({ kind: 'unclear', problem: { title, words: 'Lost' } });
  });
});
