import { openDialogs, watchDialogs } from './open-dialogs.ts';

/** A dialog that closes longer after the last press closes by itself, for example when its result was shown long enough. */
const byItselfMs = 1_500;

/**
 * Restores the focus when a dialog closes. Removing a dialog leaves no element focused, and the next Tab would start at the top of the
 * page. If the dialog closed by itself, the focus goes beside the button that opened it: an Enter meant for the dialog must not press it. A
 * screen that sets the focus itself is left alone. @returns a function that stops it
 */
export function installReturningFocus(): () => void {
  /** The last focused element of each dialog, and of the screen, which is the page's body. */
  const last = new WeakMap<Element, HTMLElement>();
  let pressedAt = 0;
  const pressed = (): void => {
    pressedAt = performance.now();
  };
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
    const before = last.get(dialog ?? document.body);
    const closedByItself = performance.now() - pressedAt > byItselfMs;
    (before && closedByItself ? beside(before) : before)?.focus({ preventScroll: true });
    if (isNowhere() && dialog) dialog.focus({ preventScroll: true });
  };

  document.addEventListener('keydown', pressed, { capture: true });
  document.addEventListener('pointerdown', pressed, { capture: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  const stopWatching = watchDialogs({ onClosed: giveBack });
  return () => {
    document.removeEventListener('keydown', pressed, { capture: true });
    document.removeEventListener('pointerdown', pressed, { capture: true });
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    stopWatching();
  };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Returns the element itself if a press does nothing there, otherwise the part of the page around it. */
function beside(element: HTMLElement): HTMLElement {
  if (!element.matches('button, a, [role="button"], [role="menuitem"], [role="tab"]')) return element;
  const around = element.closest<HTMLElement>('li, tr, section, [role="tabpanel"], main, [aria-modal="true"]');
  if (!around) return element;
  around.tabIndex = -1;
  return around;
}

const layerOf = (element: Element): Element => element.closest('[aria-modal="true"]') ?? document.body;
