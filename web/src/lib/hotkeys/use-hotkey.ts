import { useEffectEvent, useLayoutEffect } from 'react';

/** A key without modifiers as in KeyboardEvent ('F2'), or Alt with the code of a letter or digit ('Alt+KeyI', 'Alt+Digit1'). */
export type Hotkey = `F${number}` | `Alt+Key${string}` | `Alt+Digit${number}`;

/**
 * Calls `onPress` when the key is pressed anywhere on the screen, and prevents the browser's action. A layout effect, so that the key works
 * as soon as it is visible: an F2 pressed while a dialog closes is not lost.
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

/** With Alt some systems type another character, so only the key's code identifies the letter. */
function pressed({ altKey, ctrlKey, metaKey, shiftKey, code, key }: KeyboardEvent): string {
  if (ctrlKey || metaKey || shiftKey) return '';
  return altKey ? `Alt+${code}` : key;
}
