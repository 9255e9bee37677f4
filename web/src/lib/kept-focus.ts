import { openDialogs } from './open-dialogs.ts';

/** Longer than a screen takes to set the focus itself, shorter than a person notices. */
const settleMs = 60;

/**
 * Keeps the focus off the page's body. If the focused element is removed or disabled, by a save, a choice or another screen, the focus moves to
 * the nearest part of the page that is left, so that Tab goes on from there. A disabled element gets it back when it is enabled again. A screen
 * that sets the focus itself is left alone. @returns a function that stops it
 */
export function installKeptFocus(): () => void {
  let last: HTMLElement | null = null;
  /** What contained the last element, innermost first. */
  let parts: HTMLElement[] = [];
  /** Has the focus in place of the last element. */
  let substitute: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === substitute) return;
    substitute = null;
    last = target;
    parts = partsAround(target);
  };
  const settle = (): void => {
    timer = undefined;
    if (last === null) return;
    const isUsable = last.isConnected && !last.matches(':disabled');
    if (isUsable && substitute !== null && document.activeElement === substitute) last.focus({ preventScroll: true });
    if (isUsable || !isNowhere()) return;
    substitute = openDialogs().at(-1) ?? parts.find((part) => part.isConnected) ?? null;
    if (substitute) focusPart(substitute);
  };
  const observer = new MutationObserver(() => {
    if (isNowhere() || substitute !== null) timer ??= setTimeout(settle, settleMs);
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
    clearTimeout(timer);
  };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function partsAround(element: HTMLElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) parts.push(part);
  return parts;
}

/** Focuses an element that the Tab key does not reach. */
function focusPart(part: HTMLElement): void {
  if (part.hasAttribute('tabindex')) return part.focus({ preventScroll: true });
  part.tabIndex = -1;
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  part.focus({ preventScroll: true });
}
