import { useEffectEvent, useLayoutEffect } from 'react';

/** A key without modifiers as KeyboardEvent names it ('F2'), or Alt with the key of a letter or digit ('Alt+KeyI', 'Alt+Digit1'). */
export type Hotkey = `F${number}` | `Alt+Key${string}` | `Alt+Digit${number}`;

/**
 * Calls `onPress` when the key is pressed anywhere on the screen, and keeps the key from the browser. The key works from the moment in which the page
 * shows that it does, for a person presses F2 while a dialog closes: an effect that runs later would lose the key.
 */
export function useHotkey(hotkey: Hotkey | null, onPress: () => void): void {
  const run = useEffectEvent(onPress);

  useLayoutEffect(() => {
    if (hotkey === null) return;
    const hear = (event: KeyboardEvent): void => {
      if (pressed(event) !== hotkey) return;
      event.preventDefault();
      if (!event.repeat) run();
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
