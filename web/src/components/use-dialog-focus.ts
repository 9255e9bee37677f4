import { useRef, type RefObject } from 'react';

interface DialogFocus {
  /** What stands in the dialog, its frame and the frame's cross excepted. */
  content: RefObject<HTMLDivElement | null>;
  /** For antd's `afterOpenChange`. */
  placeFocus: (open: boolean) => void;
}

/**
 * Gives a dialog's focus to its first field where nothing in it has it: what has `autoFocus` gets it in vain while antd still draws the frame,
 * and antd then gives it to the cross.
 */
export function useDialogFocus(): DialogFocus {
  const content = useRef<HTMLDivElement>(null);
  return {
    content,
    placeFocus: (open) => {
      if (!open || content.current?.contains(document.activeElement)) return;
      content.current?.querySelector<HTMLElement>('input, button')?.focus();
    },
  };
}
