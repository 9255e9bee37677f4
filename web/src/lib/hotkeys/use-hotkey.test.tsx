import { cleanup, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useHotkey, type Hotkey } from './use-hotkey.ts';

const heard = vi.fn<(what: string) => void>();

const pressF2 = (how: KeyboardEventInit = {}): boolean => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', ...how }));

interface ScreenProps {
  hotkey: Hotkey | null;
  says: string;
  /** Presses F2 as soon as the page has changed. */
  quick?: boolean;
}

function Screen({ hotkey, says, quick = false }: ScreenProps): null {
  useHotkey(hotkey, () => heard(says));
  useLayoutEffect(() => {
    if (quick) pressF2();
  });
  return null;
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('a key works in the moment in which the page shows that it does', () => {
  const { rerender } = render(<Screen hotkey={null} says="closing" />);
  rerender(<Screen hotkey="F2" says="closed" quick />);
  expect(heard.mock.calls).toEqual([['closed']]);
});

it('a key does what the page shows by then, not what it showed before', () => {
  const { rerender } = render(<Screen hotkey="F2" says="before" />);
  rerender(<Screen hotkey="F2" says="after" quick />);
  expect(heard.mock.calls).toEqual([['after']]);
});

it('a key is taken away in the moment in which a dialog opens', () => {
  const { rerender } = render(<Screen hotkey="F2" says="screen" />);
  rerender(<Screen hotkey={null} says="screen" quick />);
  expect(heard).not.toHaveBeenCalled();
});

it('a key that is held down acts once', () => {
  render(<Screen hotkey="F2" says="screen" />);
  pressF2();
  pressF2({ repeat: true });
  expect(heard).toHaveBeenCalledTimes(1);
});
