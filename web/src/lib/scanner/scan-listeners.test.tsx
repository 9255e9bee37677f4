import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useScanner } from './use-scanner.ts';

const heard = vi.fn();
const tag = '$R12345678901';

function Desk({ name, children }: { name: string; children?: ReactNode }): ReactNode {
  useScanner({ onScan: (code) => heard(name, code), onWarning: (words) => heard(name, words) });
  return children;
}

describe('the one listener of the app', () => {
  const user = userEvent.setup();
  afterEach(() => {
    cleanup();
    heard.mockClear();
  });

  it('hands a scan to the innermost alone, also when all came at once', async () => {
    render(
      <StrictMode>
        <Desk name="shell">
          <Desk name="screen">
            <Desk name="dialog" />
          </Desk>
        </Desk>
      </StrictMode>,
    );
    await user.keyboard(tag);
    expect(heard.mock.calls).toEqual([['dialog', '12345+678901']]);
  });

  it('hands it to the next one outside when the innermost is gone', async () => {
    const { rerender } = render(
      <Desk name="shell">
        <Desk name="screen" />
      </Desk>,
    );
    rerender(<Desk name="shell" />);
    await user.keyboard(tag);
    expect(heard.mock.calls).toEqual([['shell', '12345+678901']]);
  });

  it('gives half a scan to whoever is innermost when it ends', async () => {
    const { rerender } = render(<Desk name="shell" />);
    await user.keyboard(tag.slice(0, 6));
    rerender(
      <Desk name="shell">
        <Desk name="screen" />
      </Desk>,
    );
    await user.keyboard(tag.slice(6));
    expect(heard.mock.calls).toEqual([['screen', '12345+678901']]);
  });

  it('keeps nothing of a scan that nobody was left to hear', async () => {
    const { unmount } = render(<Desk name="screen" />);
    await user.keyboard(tag.slice(0, 6));
    unmount();
    render(
      <Desk name="screen">
        <input aria-label="note" />
      </Desk>,
    );
    await user.type(screen.getByLabelText('note'), '789');
    expect(screen.getByLabelText<HTMLInputElement>('note').value).toBe('789');
  });

  it('leaves a password its dollars', async () => {
    render(
      <Desk name="screen">
        <input aria-label="password" type="password" />
      </Desk>,
    );
    await user.type(screen.getByLabelText('password'), '$R12$x');
    expect(screen.getByLabelText<HTMLInputElement>('password').value).toBe('$R12$x');
    expect(heard).not.toHaveBeenCalled();
  });
});
