const controlCharacters = /\p{Cc}/gu;

/** Whether the text holds a control character (C0, DEL or C1; line breaks and tabs count). No code, name or search value has one. */
export function hasControlCharacters(text: string): boolean {
  return text.search(controlCharacters) >= 0;
}

/** The text without control characters, line breaks included: what a device said may then be shown on one line. */
export function stripControlCharacters(text: string): string {
  return text.replace(controlCharacters, '');
}
