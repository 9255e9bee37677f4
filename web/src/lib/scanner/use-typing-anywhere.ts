import { useLayoutEffect, type RefObject } from 'react';
import { isDialogOpen } from '../open-dialogs.ts';

interface Focusable {
  focus: () => void;
}

/**
 * Moves the focus to the screen's main box when a letter or digit is typed where it would be lost, early enough for the box to receive it.
 * Fields, open dialogs and shortcuts keep their keys, and Space and Enter still press the focused element.
 */
export function useTypingAnywhere(box: RefObject<Focusable | null>): void {
  // A layout effect, because typing starts as soon as the screen is visible.
  useLayoutEffect(() => {
    const lead = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!/^[\w+-]$/.test(event.key) || takesTyping(event.target) || isDialogOpen()) return;
      box.current?.focus();
    };
    window.addEventListener('keydown', lead);
    return () => window.removeEventListener('keydown', lead);
  }, [box]);
}

function takesTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"], [role="combobox"]');
}
