import { useLayoutEffect, type RefObject } from 'react';
import { isDialogOpen } from '../open-dialogs.ts';

interface Focusable {
  focus: () => void;
}

/**
 * Typing anywhere lands in the screen's main box: a letter or digit pressed where it would be lost moves the focus there, in time for the box
 * to receive it. Fields, open dialogs and shortcuts keep their keys; so do Space and Enter, which press what is focused.
 */
export function useTypingAnywhere(box: RefObject<Focusable | null>): void {
  // A layout effect, because typing begins as soon as the screen shows.
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
