const modal = '[aria-modal="true"]';

/** Open dialogs. A closed dialog may stay in the page, hidden, for reuse. */
export const openDialogs = (): HTMLElement[] => allDialogs().filter((dialog) => !isHidden(dialog));

export const isDialogOpen = (): boolean => openDialogs().length > 0;

const allDialogs = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(modal)];

function isHidden(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) if (at.style.display === 'none') return true;
  return false;
}

/** Reports a dialog added to or removed from the page before the next key is handled. @returns a function that stops it */
export function watchDialogs({ onOpened, onClosed }: { onOpened?: () => void; onClosed: () => void }): () => void {
  let known = allDialogs();
  const observer = new MutationObserver(() => {
    const before = known;
    known = allDialogs();
    if (known.some((dialog) => !before.includes(dialog))) onOpened?.();
    // A dialog's element is removed with or after its content, so the removed nodes alone do not identify it.
    if (before.some((dialog) => !known.includes(dialog))) onClosed();
  });
  // Dialogs are elements of their own at the end of the page.
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
