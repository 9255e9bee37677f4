import { openDialogs, watchDialogs } from './open-dialogs.ts';

/**
 * Restores the focus when a dialog closes. Removing a dialog leaves no element focused, and the next Tab would start at the top of the
 * page. A screen that sets the focus itself is left alone. @returns a function that stops it
 */
export function installReturningFocus(): () => void {
  /** The last focused element of each dialog, and of the screen, which is the page's body. */
  const last = new WeakMap<Element, HTMLElement>();
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement) last.set(layerOf(target), target);
  };
  const forget = ({ target, relatedTarget }: FocusEvent): void => {
    // A window that loses the focus keeps its active element. A button that is disabled or removed while its dialog opens does not count.
    if (relatedTarget !== null || !(target instanceof HTMLElement) || !document.hasFocus()) return;
    if (target.isConnected && !target.matches(':disabled')) last.delete(layerOf(target));
  };
  const giveBack = (): void => {
    if (!isNowhere()) return;
    const dialog = openDialogs().at(-1);
    last.get(dialog ?? document.body)?.focus({ preventScroll: true });
    if (isNowhere() && dialog) dialog.focus({ preventScroll: true });
  };

  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  const stopWatching = watchDialogs({ onClosed: giveBack });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    stopWatching();
  };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

const layerOf = (element: Element): Element => element.closest('[aria-modal="true"]') ?? document.body;
