import { cleanup, render, screen, waitFor } from '@testing-library/react';
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

/** Types like a browser, which inserts a character after the key's listeners. user-event overlooks what they changed. */
function type(field: HTMLInputElement, key: string): void {
  const isLeft = field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  if (isLeft) field.setRangeText(key, field.selectionStart!, field.selectionEnd!, 'end');
}

describe('the one listener of the app', () => {
  const user = userEvent.setup({ delay: null });
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

  it('gives half a scan to the innermost listener when it ends', async () => {
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

  it('keeps nothing of a scan without a listener', async () => {
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

  it.each(['textarea', 'input'] as const)(
    'leaves the dollars of a text in a %s, at the pace of a machine and of a person',
    async (Kind) => {
      render(
        <Desk name="screen">
          <Kind aria-label="text" />
        </Desk>,
      );
      const field = screen.getByLabelText<HTMLInputElement>('text');
      field.focus();
      for (const key of 'Save $5. $Carl $R12 $N') type(field, key);
      await waitFor(() => expect(field.value).toBe('Save $5. $Carl $R12 $N'));
      for (const key of ' $C') {
        type(field, key);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(field.value).toBe('Save $5. $Carl $R12 $N $C');
      expect(heard).not.toHaveBeenCalled();
    },
  );

  it('types a dollar where the caret was, before the key that follows', async () => {
    render(
      <Desk name="screen">
        <input aria-label="text" defaultValue="ab" />
      </Desk>,
    );
    const field = screen.getByLabelText<HTMLInputElement>('text');
    field.focus();
    field.setSelectionRange(1, 1);
    await user.keyboard('$C{ArrowRight}x');
    expect(field.value).toBe('a$Cbx');
  });

  it('keeps a scan out of a text area, too', async () => {
    render(
      <Desk name="screen">
        <textarea aria-label="text" />
      </Desk>,
    );
    const field = screen.getByLabelText<HTMLTextAreaElement>('text');
    await user.type(field, `a${tag}{Enter}`);
    expect(heard.mock.calls).toEqual([['screen', '12345+678901']]);
    expect(field.value).toBe('a');
  });

  it('warns of a scan that was cut short by silence, and types nothing of it', async () => {
    render(
      <Desk name="screen">
        <input aria-label="text" />
      </Desk>,
    );
    await user.type(screen.getByLabelText('text'), tag.slice(0, 9));
    await waitFor(() => expect(heard.mock.calls).toEqual([['screen', 'The scan was incomplete. Scan again.']]));
    expect(screen.getByLabelText<HTMLInputElement>('text').value).toBe('');
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
