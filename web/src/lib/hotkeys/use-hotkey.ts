import { useEffect, useRef } from 'react';

/** A key without modifiers as KeyboardEvent names it ('F2'), or Alt with the key of a letter or digit ('Alt+KeyI', 'Alt+Digit1'). */
export type Hotkey = `F${number}` | `Alt+Key${string}` | `Alt+Digit${number}`;

/** Runs `act` when the key is pressed anywhere on the screen, and keeps the key from the browser. */
export function useHotkey(hotkey: Hotkey | null, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });

  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (hotkey === null || pressed(event) !== hotkey) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [hotkey]);
}

/** With Alt some systems type another character, so that only the key's place tells which letter it is. */
function pressed({ altKey, ctrlKey, metaKey, shiftKey, code, key }: KeyboardEvent): string {
  if (ctrlKey || metaKey || shiftKey) return '';
  return altKey ? `Alt+${code}` : key;
}
