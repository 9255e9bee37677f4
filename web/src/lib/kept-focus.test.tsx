import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installKeptFocus } from './kept-focus.ts';

let stop: () => void;
const user = userEvent.setup({ delay: null });

beforeEach(() => (stop = installKeptFocus()));
afterEach(() => {
  cleanup();
  stop();
});

const settled = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve, 120)));

function Steps({ second, away = false }: { second: ReactNode; away?: boolean }) {
  const [done, setDone] = useState(false);
  const first = (
    <section aria-label="first">
      <button type="button" onClick={() => setDone(true)}>
        Go on
      </button>
    </section>
  );
  return (
    <main aria-label="screen">
      {done ? second : first}
      {!away && <p>below</p>}
    </main>
  );
}

it('of a button that its press removes goes to what is left around it', async () => {
  render(<Steps second={<button type="button">Next</button>} />);
  await user.click(screen.getByText('Go on'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByText('Next'));
  expect(screen.getByRole('main').hasAttribute('tabindex')).toBe(false);
});

function Own() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  return <input aria-label="own" ref={box} />;
}

it('is left to a screen that sets it', async () => {
  render(<Steps second={<Own />} />);
  await user.click(screen.getByText('Go on'));
  await settled();
  expect(document.activeElement).toBe(screen.getByLabelText('own'));
});

function Save() {
  const [busy, setBusy] = useState(false);
  const save = (): void => {
    setBusy(true);
    setTimeout(() => setBusy(false), 250);
  };
  return (
    <form aria-label="form">
      <button type="button" disabled={busy} onClick={save}>
        Save
      </button>
    </form>
  );
}

it('of a button that is disabled meanwhile comes back to it', async () => {
  render(<Save />);
  const button = screen.getByText('Save');
  await user.click(button);
  // jsdom, unlike browsers, leaves the focus on a disabled button
  button.blur();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form')));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('that a person took away stays away', async () => {
  const { rerender } = render(
    <main>
      <button type="button">Save</button>
    </main>,
  );
  screen.getByText('Save').focus();
  screen.getByText('Save').blur();
  rerender(
    <main>
      <button type="button">Save</button>
      <p>more</p>
    </main>,
  );
  await settled();
  expect(document.activeElement).toBe(document.body);
});
