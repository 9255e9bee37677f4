const modal = '[aria-modal="true"]';

/** The dialogs that stand over the screen. One that was closed may stay in the page, hidden, for the next time. */
export function openDialogs(): Element[] {
  return [...document.querySelectorAll<HTMLElement>(modal)].filter((dialog) => !isHidden(dialog));
}

export const isDialogOpen = (): boolean => openDialogs().length > 0;

function isHidden(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) if (at.style.display === 'none') return true;
  return false;
}

/** Tells when a dialog was put into the page or taken out of it, before the next key is heard. @returns ends it */
export function watchDialogs({ onOpened, onClosed }: { onOpened: () => void; onClosed: () => void }): () => void {
  const holdsDialog = (nodes: NodeList): boolean =>
    [...nodes].some((node) => node instanceof Element && (node.matches(modal) || node.querySelector(modal) !== null));
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => holdsDialog(addedNodes))) onOpened();
    if (changes.some(({ removedNodes }) => holdsDialog(removedNodes))) onClosed();
  });
  // Dialogs stand in elements of their own at the end of the page.
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
