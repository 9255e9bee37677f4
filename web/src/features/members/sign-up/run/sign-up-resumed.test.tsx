import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubError } from '../../../../testing/api.ts';
import { finished, persistedRunKey, tearDownRun, setUpRun, subscription, words, type RunFixture } from './run-screen.fixture.tsx';
import { existingCustomer } from './run.fixture.ts';

let fixture: RunFixture;
beforeEach(() => {
  fixture = setUpRun();
});
afterEach(tearDownRun);

describe('an unknown outcome', () => {
  it('is still checking, never failed, and the same operation is asked for again', async () => {
    fixture.api.on('POST /subscription', 'lost');
    fixture.show();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    const pane = await screen.findByRole('alert', { name: 'Still checking' });
    expect(pane.textContent).not.toMatch(/failed/i);
    expect(words('Start the plan')).toContain('Still checking');
    fixture.api.on('POST /subscription', { body: subscription });
    await fixture.user.keyboard('{F2}');
    await finished();
    expect(new Set(fixture.keysOf('/subscription')).size).toBe(1);
    expect(fixture.calls('/customer')).toHaveLength(1);
  });

  it('of the plan can be left: the customer shows what came of it', async () => {
    fixture.api.on('POST /subscription', 'lost');
    fixture.show();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    await screen.findByRole('alert', { name: 'Still checking' });
    await fixture.user.keyboard('{F4}');
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
    expect(sessionStorage.getItem(persistedRunKey)).toBeNull();
  });

  it('is checked without a press', async () => {
    fixture.api.on('POST /customer', { status: 503, body: stubError('stripe_unavailable', 'Stripe cannot be reached') });
    fixture.show();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    expect((await screen.findByRole('alert', { name: 'Still checking' })).textContent).toContain('Stripe cannot be reached');
    fixture.api.on('POST /customer', { body: { ...existingCustomer, id: 'cus_1' } });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await finished();
    expect(new Set(fixture.keysOf('/customer')).size).toBe(1);
  });
});

describe('a reload', () => {
  it('while a step is under way asks for the same again', async () => {
    fixture.api.on('POST /subscription', () => new Promise(() => undefined));
    fixture.show();
    await waitFor(() => expect(fixture.calls('/subscription')).toHaveLength(1));
    fixture.api.on('POST /subscription', { body: subscription });
    fixture.reload();
    await finished();
    const [first, second] = fixture.calls('/subscription');
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body).toEqual(first?.body);
    expect(fixture.calls('/customer')).toHaveLength(1);
  });
});
