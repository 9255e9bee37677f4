const opening = new EventTarget();

/** Opens the palette without a key: for touch. */
export const openPalette = (): boolean => opening.dispatchEvent(new Event('open'));

/** @returns a function that stops listening */
export function watchPaletteOpening(listener: () => void): () => void {
  opening.addEventListener('open', listener);
  return () => opening.removeEventListener('open', listener);
}
