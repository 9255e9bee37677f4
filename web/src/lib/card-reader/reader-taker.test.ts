import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CardAct, CardEnd, CardStep, CardTaker } from './card-taker.ts';
import { ReaderConnection } from './reader-connection.ts';
import { readerTaker } from './reader-taker.ts';
import { scriptedTerminal, terminalError, type TerminalScript } from './test-terminal.ts';

const intent = { id: 'pi_1', secret: 'pi_1_secret' };

function at(script: TerminalScript = {}) {
  const terminal = scriptedTerminal(script);
  const connection = new ReaderConnection(async () => terminal.sdk);
  const wanted = { location: 'tml_1', serialNumber: 'serial-1' };
  const taker = readerTaker({ connection, wanted: async () => ({ ...wanted }), fetchToken: async () => 'pst_1' });
  const steps: CardStep[] = [];
  const control = new AbortController();
  const act: CardAct = { tell: (step) => void steps.push(step), signal: control.signal };
  return { terminal, taker, wanted, steps, act, giveUp: () => control.abort() };
}

describe('a reader', () => {
  it('is found by its serial number, connected, and asked for the card', async () => {
    const { taker, terminal, steps, act } = at({ readers: ['serial-0', 'serial-1'] });
    expect(await taker.takePayment(intent, act)).toEqual({ kind: 'done' });
    expect(terminal.calls).toEqual(['discover', 'connect serial-1', 'collect', 'process']);
    expect(steps).toEqual(['finding', 'connecting', 'card', 'processing']);
    expect(await terminal.props().onFetchConnectionToken()).toBe('pst_1');
  });

  it('stays connected for the next card, and is connected anew when it was lost', async () => {
    const { taker, terminal, act } = at();
    await taker.prepare(act);
    await taker.keepCard(intent, act);
    expect(terminal.calls).toEqual(['discover', 'connect serial-1', 'collect setup', 'confirm']);
    terminal.loseConnection();
    await taker.prepare(act);
    expect(terminal.calls.slice(4)).toEqual(['discover', 'connect serial-1']);
  });

  it('is left for another one; the token of another location is forgotten', async () => {
    const { taker, terminal, wanted, act } = at({ readers: ['serial-1', 'serial-2'] });
    await taker.prepare(act);
    Object.assign(wanted, { location: 'tml_2', serialNumber: 'serial-2' });
    await taker.prepare(act);
    expect(terminal.calls.slice(2)).toEqual(['disconnect', 'clear', 'discover', 'connect serial-2']);
  });

  it.each<[string, TerminalScript, string]>([
    ['is not among those at the location', { readers: ['serial-0'] }, 'Failed to Find Reader'],
    ['cannot be looked for', { discoverReaders: [terminalError('failed_fetch_connection_token')] }, 'Failed to Find Reader'],
    ['does not connect', { connectReader: [terminalError('network_error', 'No answer')] }, 'Error Connecting to Reader - No answer'],
  ])('that %s is told', async (_what, script, title) => {
    const { taker, act } = at(script);
    await expect(taker.prepare(act)).rejects.toMatchObject({ problem: { title } });
  });
});

describe('a card that was not read', () => {
  const ways: [string, (taker: CardTaker, act: CardAct) => Promise<CardEnd>, string][] = [
    ['to be charged', (taker, act) => taker.takePayment(intent, act), 'Error Collecting Payment Info'],
    ['to be kept', (taker, act) => taker.keepCard(intent, act), 'Error Capturing Card'],
  ];

  it.each(ways)('%s', async (_what, take, title) => {
    const { taker, act } = at({ collect: [terminalError('reader_error', 'The chip failed')] });
    expect(await take(taker, act)).toEqual({ kind: 'failed', problem: { title, words: 'The chip failed', requestId: '' } });
  });

  it.each(['canceled', 'canceled_by_customer'])('ends silently by %s', async (code) => {
    const { taker, act } = at({ collect: [terminalError(code)] });
    expect(await taker.takePayment(intent, act)).toEqual({ kind: 'canceled' });
  });
});

describe('giving up', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('withdraws the question, however late the reader hears it', async () => {
    const { taker, terminal, act, giveUp } = at({ collect: ['waits'], cancel: [terminalError('cancelable_already_completed')] });
    const end = taker.takePayment(intent, act);
    await vi.waitFor(() => expect(terminal.calls).toContain('collect'));
    giveUp();
    await vi.advanceTimersByTimeAsync(200);
    expect(await end).toEqual({ kind: 'canceled' });
    expect(terminal.calls.slice(2)).toEqual(['collect', 'cancel', 'cancel']);
  });

  it('leaves a reader that does not let go', async () => {
    const { taker, terminal, act, giveUp } = at({ collect: ['waits'], cancel: [1, 2, 3].map(() => terminalError('reader_error')) });
    const end = taker.takePayment(intent, act);
    await vi.waitFor(() => expect(terminal.calls).toContain('collect'));
    giveUp();
    await vi.advanceTimersByTimeAsync(1_400);
    expect(await end).toEqual({ kind: 'canceled' });
    expect(terminal.calls.at(-1)).toBe('disconnect');
  });

  it('before the reader is connected asks for no card', async () => {
    const { taker, terminal, act, giveUp } = at();
    giveUp();
    expect(await taker.takePayment(intent, act)).toEqual({ kind: 'canceled' });
    expect(terminal.calls).not.toContain('collect');
  });

  it('lets the next attempt wait for its end', async () => {
    const { taker, terminal, act, giveUp } = at({ collect: ['waits'] });
    const first = taker.takePayment(intent, act);
    await vi.waitFor(() => expect(terminal.calls).toContain('collect'));
    const second = taker.takePayment(intent, { ...act, signal: new AbortController().signal });
    giveUp();
    expect([await first, await second]).toEqual([{ kind: 'canceled' }, { kind: 'done' }]);
  });
});

describe('a card that was read', () => {
  it('and declined is declined with code and message; the same payment may be tried again', async () => {
    const { taker, terminal, act } = at({ process: [terminalError('card_declined', 'Declined', { decline_code: 'lost_card' })] });
    expect(await taker.takePayment(intent, act)).toMatchObject({ kind: 'declined', decline: { code: 'lost_card', message: 'Declined' } });
    expect(await taker.takePayment(intent, act)).toEqual({ kind: 'done' });
    expect(terminal.calls.slice(2)).toEqual(['collect', 'process', 'collect', 'process']);
  });

  it('is processed again after a silence, without a second collection', async () => {
    const { taker, terminal, act } = at({ process: [terminalError('network_timeout')] });
    expect(await taker.takePayment(intent, act)).toEqual({ kind: 'done' });
    expect(terminal.calls.slice(2)).toEqual(['collect', 'process', 'process']);
  });

  it.each<[string, (taker: CardTaker, act: CardAct) => Promise<CardEnd>, string]>([
    ['charged', (taker, act) => taker.takePayment(intent, act), 'Stripe Not Ready to process Charge. Please try again'],
    ['kept', (taker, act) => taker.keepCard(intent, act), 'Failed to Confirm Intent'],
  ])('and never %s for certain is left to the API', async (_what, take, title) => {
    const { taker, act } = at({ process: [1, 2, 3].map(() => terminalError('network_error', 'Lost')) });
    expect(await take(taker, act)).toMatchObject({ kind: 'unclear', problem: { title, words: 'Lost' } });
  });
});
