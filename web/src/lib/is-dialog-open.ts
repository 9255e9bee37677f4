/** Whether a dialog stands over the screen. One that was closed may stay in the page, hidden, for the next time. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].some((dialog) => !isHidden(dialog));
}

function isHidden(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) if (at.style.display === 'none') return true;
  return false;
}
