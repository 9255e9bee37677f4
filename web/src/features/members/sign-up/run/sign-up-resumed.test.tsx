import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubError } from '../../../../test-api.ts';
import { knownAda, pressed } from './test-run.ts';
import { card, finished, keptUnder, leaveStage, setStage, subscription, words, type Stage } from './test-stage.tsx';

let stage: Stage;
beforeEach(() => {
  stage = setStage();
});
afterEach(leaveStage);

describe('an outcome that nobody knows', () => {
  it('is still checking, never failed, and the same act is asked for again', async () => {
    stage.api.on('POST /subscription', 'lost');
    stage.show();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    const pane = await screen.findByRole('alert', { name: 'Still checking' });
    expect(pane.textContent).not.toMatch(/failed/i);
    expect(words('Start the plan')).toContain('Still checking');
    stage.api.on('POST /subscription', { body: subscription });
    await stage.user.keyboard('{F2}');
    await finished();
    expect(new Set(stage.keysOf('/subscription')).size).toBe(1);
    expect(stage.calls('/customer')).toHaveLength(1);
  });

  it('of the plan can be left: the customer shows what came of it', async () => {
    stage.api.on('POST /subscription', 'lost');
    stage.show();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    await screen.findByRole('alert', { name: 'Still checking' });
    await stage.user.keyboard('{F4}');
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
    expect(sessionStorage.getItem(keptUnder)).toBeNull();
  });

  it('stays unknown where the session has ended meanwhile: its key is kept', async () => {
    stage.api.on('POST /subscription', { status: 401, body: stubError('unauthorized', 'Please sign in') });
    const run = pressed();
    stage.show(run);
    expect((await screen.findByRole('alert', { name: 'Still checking' })).textContent).toContain('Please sign in');
    stage.api.on('POST /subscription', { body: subscription });
    stage.reload();
    await finished();
    expect(stage.keysOf('/subscription').at(-1)).toBe(run.keys.subscription);
  });

  it('is checked without anybody', async () => {
    stage.api.on('POST /customer', { status: 503, body: stubError('stripe_unavailable', 'Stripe cannot be reached') });
    stage.show();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    await screen.findByRole('alert', { name: 'Still checking' });
    stage.api.on('POST /customer', { body: { ...knownAda, id: 'cus_1' } });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await finished();
    expect(new Set(stage.keysOf('/customer')).size).toBe(1);
  });
});

describe('a reload', () => {
  it.each(['/customer', '/paymentmethods/attach', '/subscription'])('while %s is under way asks for the same again', async (path) => {
    const run = pressed();
    const answers = { '/customer': { ...knownAda, id: 'cus_1' }, '/paymentmethods/attach': card, '/subscription': subscription };
    stage.api.on(`POST ${path}`, () => new Promise(() => undefined));
    stage.show(run);
    await vi.waitFor(() => expect(stage.calls(path)).toHaveLength(1));
    stage.api.on(`POST ${path}`, { body: answers[path as keyof typeof answers] });
    stage.reload();
    await finished();
    const [first, second] = stage.calls(path);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(second?.body).toEqual(first?.body);
  });

  it('behind the subscription does what is open and nothing that is done', async () => {
    stage.api.on('POST /firebird/customer', () => new Promise(() => undefined));
    stage.show();
    await screen.findByText('Receipt printed');
    await vi.waitFor(() => expect(words('Send the welcome')).toContain('Done'));
    stage.api.on('POST /firebird/customer', { body: { customer_objid: 7, site: 12 } });
    stage.reload();
    await finished();
    expect(stage.calls('/subscription')).toHaveLength(1);
    expect(stage.calls('/communication/signup')).toHaveLength(1);
    expect(stage.calls('/firebird/customer')).toHaveLength(2);
    expect(stage.papers).toHaveLength(1);
  });
});
