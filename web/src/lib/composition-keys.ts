/** The code of keys that an input method handles; Safari reports the Enter that ends a composition only by it. */
const inputMethodKey = 229;

const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === inputMethodKey;

/**
 * Keeps the keys of an input method (Chinese, Japanese, Korean) from the app: the Enter that ends a composition submits nothing. Installed
 * before all other key listeners. @returns a function that stops it
 */
export function installCompositionKeys(): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (!isOfInputMethod(event)) return;
    event.stopImmediatePropagation();
    // a form must not be submitted by the browser either
    if (event.key === 'Enter') event.preventDefault();
  };
  window.addEventListener('keydown', hear, { capture: true });
  return () => window.removeEventListener('keydown', hear, { capture: true });
}
