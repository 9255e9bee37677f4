import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScanner } from './use-scanner.ts';

const onScan = vi.fn();
const onWarning = vi.fn();
const onSubmit = vi.fn();

function Counter(): React.ReactNode {
  useScanner({ onScan, onWarning });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="note" />
      <button type="submit">Save</button>
    </form>
  );
}

describe('useScanner', () => {
  beforeEach(() => {
    render(<Counter />);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.clearAllMocks();
  });

  it('hears a tag while another field has the focus, and keeps it out of that field', async () => {
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('note'));
    await user.keyboard('ok$R12345678901');
    expect(onScan).toHaveBeenCalledExactlyOnceWith('12345+678901');
    expect(screen.getByLabelText<HTMLInputElement>('note').value).toBe('ok');
  });

  it('swallows the Enter that a scanner sends behind the scan, so that no form is sent', async () => {
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('note'));
    await user.keyboard('$C6298921312345678{Enter}');
    expect(onScan).toHaveBeenCalledExactlyOnceWith('6298921312345678');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('swallows it also when the page was busy and hears it late', () => {
    const press = (key: string, atMs: number): void => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: atMs });
      pressed.push(event);
      screen.getByLabelText('note').dispatchEvent(event);
    };
    const pressed: KeyboardEvent[] = [];
    vi.useFakeTimers({ toFake: ['performance'] });
    for (const [index, key] of '$C6298921312345678'.split('').entries()) press(key, 1_000 + index);
    vi.advanceTimersByTime(2_000);
    press('Enter', 1_030);
    expect(onScan).toHaveBeenCalledExactlyOnceWith('6298921312345678');
    expect(pressed.at(-1)!.defaultPrevented).toBe(true);
  });

  it('hears a scan with nothing focused', async () => {
    await userEvent.setup().keyboard('$N000123456789012345678');
    expect(onScan).toHaveBeenCalledExactlyOnceWith('123456789012345678');
  });

  it('warns of an unknown type', async () => {
    await userEvent.setup().keyboard('$X');
    expect(onWarning).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('[X]'));
    expect(onScan).not.toHaveBeenCalled();
  });

  it('takes no more keys for a scan after a pause: all are typing', async () => {
    // jsdom timestamps events by the clock
    vi.useFakeTimers({ toFake: ['Date'] });
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('note'));
    await user.keyboard('$R123');
    vi.advanceTimersByTime(1000);
    await user.keyboard('45');
    expect(onScan).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('note').value).toBe('$R12345');
  });

  it('leaves shortcuts alone', async () => {
    const user = userEvent.setup();
    await user.keyboard('$R1234567890{Control>}c{/Control}1');
    expect(onWarning).not.toHaveBeenCalled();
    expect(onScan).toHaveBeenCalledExactlyOnceWith('12345+678901');
  });
});
