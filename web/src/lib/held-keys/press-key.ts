export interface PressedKey {
  key: string;
  code: string;
  altKey: boolean;
  shiftKey: boolean;
  /** The element with the focus when the key was pressed. */
  target: EventTarget | null;
}

interface PressOptions {
  /** A dialog has opened since; the key must not act in it. */
  isMeantForBefore: boolean;
  mark: (event: KeyboardEvent) => void;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Presses a key at the focus with the browser's default action: types, deletes, submits a field's form, or presses the button that had the
 * focus from the start. A button focused since then is not pressed.
 */
export function pressKey({ target: pressedAt, ...pressed }: PressedKey, { isMeantForBefore, mark }: PressOptions): void {
  const isText = /^.$/u.test(pressed.key) && !pressed.altKey;
  // A scan is handled anywhere and reports that the dialog comes first. A dialog that opened later ignores other keys.
  if (isMeantForBefore && !isText && pressed.key !== 'Enter') return;
  const event = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true });
  mark(event);
  const target = isMeantForBefore ? document.body : (document.activeElement ?? document.body);
  if (!target.dispatchEvent(event) || isMeantForBefore) return;
  if (target === pressedAt && isPressedBy(target, pressed.key)) {
    target.click();
    return;
  }
  // A listener may have moved the focus.
  const field = fieldOf(document.activeElement);
  if (field === null) return;
  if (isText) write(field, pressed.key);
  else if (pressed.key === 'Backspace') write(field, null);
  else if (pressed.key === 'Enter') submit(field);
}

/** Whether the key presses the element as a click would; a link ignores space. */
export function isPressedBy(element: EventTarget | null, key: string): element is HTMLElement {
  if (!(element instanceof HTMLElement)) return false;
  return (key === 'Enter' && element.matches('a')) || ((key === 'Enter' || key === ' ') && element.matches('button, [role="button"]'));
}

/** Returns a field that accepts typing. Never a password field, where typing ahead is invisible. */
function fieldOf(element: Element | null): TextField | null {
  if (!(element instanceof HTMLInputElement) && !(element instanceof HTMLTextAreaElement)) return null;
  const isClosed = element.readOnly || element.disabled || /^(?:password|checkbox|radio|button|submit|file)$/.test(element.type);
  return isClosed ? null : element;
}

/** Replaces the selection with a character, or deletes the character before it. */
function write(field: TextField, text: string | null): void {
  const { value } = field;
  // Fields for e-mail and numbers report no selection.
  const end = field.selectionEnd ?? value.length;
  const selected = field.selectionStart ?? end;
  const start = text === null && selected === end ? Math.max(0, end - 1) : selected;
  const next = value.slice(0, start) + (text ?? '') + value.slice(end);
  if (text !== null && field.maxLength >= 0 && next.length > field.maxLength) return;
  // React notices a change only if the native setter is used.
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, next);
  const caret = start + (text ?? '').length;
  if (field.selectionStart !== null) field.setSelectionRange(caret, caret);
  const inputType = text === null ? 'deleteContentBackward' : 'insertText';
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: text }));
}

/** Submits like a browser: through the form's button, unless it is disabled. */
function submit(field: TextField): void {
  if (!(field instanceof HTMLInputElement) || field.form === null) return;
  const button = field.form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (button) button.click();
  else field.form.requestSubmit();
}
