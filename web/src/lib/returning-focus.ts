import { openDialogs, watchDialogs } from './open-dialogs.ts';

/**
 * Gives the focus back when a dialog goes: a dialog that is taken out of the page leaves it nowhere, and the next Tab begins at the top of
 * the page. A screen that places the focus itself does so, since only a focus that is nowhere is moved. @returns ends it
 */
export function installReturningFocus(): () => void {
  /** What had the focus last in each dialog, and on the screen, which is the page's body. */
  const last = new WeakMap<Element, HTMLElement>();
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement) last.set(layerOf(target), target);
  };
  const forget = ({ target, relatedTarget }: FocusEvent): void => {
    // A window that loses the focus keeps its active element; a button that is disabled or removed while its dialog opens is no choice of anybody.
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
