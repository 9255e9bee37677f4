import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubApi, type StubApi } from '../testing/api.ts';
import { callEnded, followConnection, probeEveryMs, useOffline } from './connection.ts';

function Line() {
  return <p>{useOffline() ? 'offline' : 'online'}</p>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the connection', () => {
  let api: StubApi;
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    api = stubApi();
    api.on('GET /health', 'lost');
    stop = followConnection();
    render(<Line />);
  });
  afterEach(async () => {
    stop();
    await vi.advanceTimersByTimeAsync(probeEveryMs);
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it.each([
    ['no response', null],
    ['a gateway that cannot reach the API', 502],
  ] as const)('is checked after %s, and watched until it is back', async (_what, status) => {
    callEnded(status);
    await pass(0);
    expect(screen.getByText('offline')).toBeTruthy();
    api.on('GET /health', { body: { alive: true } });
    await pass(probeEveryMs);
    expect(screen.getByText('online')).toBeTruthy();
  });

  it('is not lost because one call got no response', async () => {
    api.on('GET /health', { body: { alive: true } });
    callEnded(null);
    await pass(0);
    expect(screen.getByText('online')).toBeTruthy();
    expect(api.calls('GET /health')).toHaveLength(1);
  });

  it('is lost when the browser says so and the API does not respond, and back with any response', async () => {
    window.dispatchEvent(new Event('offline'));
    await pass(0);
    expect(screen.getByText('offline')).toBeTruthy();
    act(() => callEnded(500));
    expect(screen.getByText('online')).toBeTruthy();
  });
});
