import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToasts, showToast } from '../../lib/toasts.ts';
import { Toasts, toastMs } from './toasts.tsx';

const texts = () => screen.getByRole('region', { name: 'Notifications' }).textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    clearToasts();
    render(<Toasts />);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('are announced, take no focus, and leave after a while', async () => {
    const focused = document.activeElement;
    act(() => showToast('Plate changed to NWP2026-IN'));
    expect(texts()).toContain('Plate changed to NWP2026-IN');
    expect(screen.getByRole('region').getAttribute('aria-live')).toBe('polite');
    expect(document.activeElement).toBe(focused);
    await pass(toastMs);
    expect(texts()).toBe('');
  });

  it('stay under the pointer, and are dismissed by hand', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    act(() => showToast('Note added'));
    await user.hover(screen.getByText('Note added'));
    await pass(2 * toastMs);
    expect(texts()).toContain('Note added');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(texts()).toBe('');
  });

  it('offer one action, which ends them', async () => {
    const undo = vi.fn();
    act(() => showToast('Reader added', { label: 'Undo', run: undo }));
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(texts()).toBe('');
  });

  it('are at most three, and an equal text is said again instead of twice', () => {
    act(() => ['One', 'Two', 'Three', 'Four', 'Two'].forEach((text) => showToast(text)));
    expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(3);
    expect(texts()).toBe('Three×Four×Two×');
  });
});
