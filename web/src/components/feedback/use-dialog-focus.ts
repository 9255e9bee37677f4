import { useRef, type RefObject } from 'react';

interface DialogFocus {
  /** The dialog's content, without its frame and close button. */
  content: RefObject<HTMLDivElement | null>;
  /** For antd's `afterOpenChange`. */
  placeFocus: (open: boolean) => void;
}

/**
 * Focuses a dialog's first field or button if nothing in the dialog has the focus, but no destructive one: a hurried Enter must not delete.
 * `autoFocus` has no effect while antd draws the frame, and antd then focuses the close button.
 */
export function useDialogFocus(): DialogFocus {
  const content = useRef<HTMLDivElement>(null);
  return {
    content,
    placeFocus: (open) => {
      if (!open || content.current?.contains(document.activeElement)) return;
      content.current?.querySelector<HTMLElement>('input, button:not(.ant-btn-dangerous)')?.focus();
    },
  };
}
