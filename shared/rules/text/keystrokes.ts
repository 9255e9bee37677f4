/** Keys with a name instead of a character, written in braces. */
const namedKeys = [
  'Enter',
  'Tab',
  'Esc',
  'Backspace',
  'Delete',
  'Insert',
  'Up',
  'Down',
  'Left',
  'Right',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Space',
] as const;

const character = /^.$/su;
const functionKey = /^F([1-9]|1\d|2[0-4])$/;
const token = /\{(?<modifiers>(?:(?:Ctrl|Alt|Shift)\+)*)(?<key>[^{}\s+]+|[{}])\}|(?<text>[^{}\r\n\t])/uy;

/** One key press: a character or a key name, with the modifiers in the order written. */
export interface Keystroke {
  key: string;
  held: readonly string[];
}

/**
 * Parses keystrokes for a register. Characters mean themselves; `{Enter}`, `{F4}`, `{Esc}` are keys, `{Ctrl+C}`, `{Shift+Tab}` are keys
 * with modifiers, `{{}` and `{}}` are the braces. Returns null for anything else, so that a sale never receives partly understood input.
 */
export function readKeystrokes(text: string): Keystroke[] | null {
  const strokes: Keystroke[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text)?.groups;
    const stroke = found && strokeOf(found);
    if (!stroke) return null;
    strokes.push(stroke);
  }
  return strokes.length > 0 ? strokes : null;
}

function strokeOf({ modifiers, key, text }: Record<string, string | undefined>): Keystroke | null {
  if (text !== undefined) return { key: text, held: [] };
  const held = (modifiers ?? '').split('+').filter((name) => name !== '');
  return key !== undefined && isKey(key, held) && new Set(held).size === held.length ? { key, held } : null;
}

/** A character needs braces only if it is a brace or has modifiers. */
function isKey(key: string, held: readonly string[]): boolean {
  if (character.test(key)) return held.length > 0 || key === '{' || key === '}';
  return functionKey.test(key) || (namedKeys as readonly string[]).includes(key);
}
