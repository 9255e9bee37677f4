const modal = '[aria-modal="true"]';

/** The dialogs that stand over the screen. One that was closed may stay in the page, hidden, for the next time. */
export const openDialogs = (): HTMLElement[] => allDialogs().filter((dialog) => !isHidden(dialog));

export const isDialogOpen = (): boolean => openDialogs().length > 0;

const allDialogs = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(modal)];

function isHidden(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) if (at.style.display === 'none') return true;
  return false;
}

/** Tells when a dialog was put into the page or taken out of it, before the next key is heard. @returns ends it */
export function watchDialogs({ onOpened, onClosed }: { onOpened?: () => void; onClosed: () => void }): () => void {
  let known = allDialogs();
  const observer = new MutationObserver(() => {
    const before = known;
    known = allDialogs();
    if (known.some((dialog) => !before.includes(dialog))) onOpened?.();
    // The element of a dialog is taken out together with its content or after it, so that the removed nodes do not tell.
    if (before.some((dialog) => !known.includes(dialog))) onClosed();
  });
  // Dialogs stand in elements of their own at the end of the page.
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
