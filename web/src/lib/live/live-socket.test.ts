import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tagsTopic } from '@washdesk/contracts/lane/tag';
import { liveBeatMs } from '@washdesk/contracts/system/live';
import { liveReconnectMs, openLiveSocket, type LiveState } from './live-socket.ts';
import { silentMs } from './ticket-socket.ts';

class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readonly sent: string[] = [];
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.dispatchEvent(new Event('close'));
  }

  say(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const tag = { type: 'tag', site: 12, reader: 'lane1', antenna: 2, lane: 1, tag: '12345+678901', at: '2026-11-21T04:00:00.000Z' };
const socketNumber = (index: number): FakeSocket => FakeSocket.opened[index] ?? expect.fail(`socket ${index} was never opened`);

describe('openLiveSocket', () => {
  const states: LiveState[] = [];
  const onMessage = vi.fn();
  let tickets = 0;
  const open = () =>
    openLiveSocket({
      topic: tagsTopic,
      ticket: () => Promise.resolve(`ticket-${++tickets}`),
      onMessage,
      onState: (state) => states.push(state),
    });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('window', { location: { href: 'https://desk.example/redeemunlimited?amount=1' } });
    FakeSocket.opened = [];
    states.length = 0;
    tickets = 0;
    onMessage.mockReset();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('sends its ticket first and reports what it hears once ready', async () => {
    open();
    await vi.advanceTimersByTimeAsync(0);
    const socket = socketNumber(0);
    expect(socket.url).toBe('wss://desk.example/api/live');
    socket.dispatchEvent(new Event('open'));
    expect(socket.sent).toEqual(['{"ticket":"ticket-1"}']);
    socket.say({ type: 'ready' });
    expect(states).toEqual(['live']);
    socket.say(tag);
    expect(onMessage).toHaveBeenCalledExactlyOnceWith(tag);
  });

  it('passes over what it does not know', async () => {
    open();
    await vi.advanceTimersByTimeAsync(0);
    socketNumber(0).say('{broken');
    socketNumber(0).say({ type: 'of a later version' });
    expect(onMessage).not.toHaveBeenCalled();
  });

  it('reconnects three times, a second apart and each with a fresh ticket, then is lost', async () => {
    open();
    for (const attempt of [0, 1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(attempt === 0 ? 0 : liveReconnectMs - 1);
      expect(FakeSocket.opened).toHaveLength(attempt === 0 ? 1 : attempt);
      await vi.advanceTimersByTimeAsync(1);
      socketNumber(attempt).close();
    }
    expect(states).toEqual(['connecting', 'connecting', 'connecting', 'lost']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.opened).toHaveLength(4);
    expect(tickets).toBe(4);
  });

  it('starts again when a person asks for it', async () => {
    const live = open();
    await vi.advanceTimersByTimeAsync(0);
    for (const index of [0, 1, 2, 3]) {
      socketNumber(index).close();
      await vi.advanceTimersByTimeAsync(liveReconnectMs);
    }
    expect(states.at(-1)).toBe('lost');
    live.restart();
    await vi.advanceTimersByTimeAsync(0);
    expect(states.at(-1)).toBe('connecting');
    socketNumber(4).close();
    await vi.advanceTimersByTimeAsync(liveReconnectMs);
    expect(FakeSocket.opened).toHaveLength(6);
  });

  it('has its three reconnects again after it was ready', async () => {
    open();
    await vi.advanceTimersByTimeAsync(0);
    socketNumber(0).close();
    await vi.advanceTimersByTimeAsync(liveReconnectMs);
    socketNumber(1).say({ type: 'ready' });
    for (const index of [1, 2, 3]) {
      socketNumber(index).close();
      await vi.advanceTimersByTimeAsync(liveReconnectMs);
    }
    expect(states.at(-1)).toBe('connecting');
    socketNumber(4).close();
    expect(states.at(-1)).toBe('lost');
  });

  it('counts a refused ticket as a failed connection', async () => {
    openLiveSocket({
      topic: tagsTopic,
      ticket: () => Promise.reject(new Error('offline')),
      onMessage,
      onState: (state) => states.push(state),
    });
    await vi.advanceTimersByTimeAsync(4 * liveReconnectMs);
    expect(states).toEqual(['connecting', 'connecting', 'connecting', 'lost']);
    expect(FakeSocket.opened).toHaveLength(0);
  });

  it('reconnects after a silence, also if the browser has not noticed the cut line', async () => {
    open();
    await vi.advanceTimersByTimeAsync(0);
    const cut = socketNumber(0);
    cut.close = () => undefined;
    cut.say({ type: 'ready' });
    for (let beat = 0; beat < 4; beat += 1) {
      await vi.advanceTimersByTimeAsync(liveBeatMs);
      cut.say({ type: 'beat' });
    }
    expect(states).toEqual(['live']);
    await vi.advanceTimersByTimeAsync(silentMs + liveReconnectMs);
    expect([states, FakeSocket.opened.length]).toEqual([['live', 'connecting'], 2]);
    cut.say(tag);
    cut.dispatchEvent(new Event('close'));
    expect(onMessage).not.toHaveBeenCalledWith(tag);
    socketNumber(1).say({ type: 'ready' });
    expect(states).toEqual(['live', 'connecting', 'live']);
  });

  it('closes for good', async () => {
    const live = open();
    await vi.advanceTimersByTimeAsync(0);
    live.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.opened).toHaveLength(1);
    expect(states).toEqual([]);
  });
});
