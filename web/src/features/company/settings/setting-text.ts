/** Parses and formats settings as typed text. Invalid text returns a sentence in `problem`. */
export type ParsedText = { value: unknown } | { problem: string };

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const numberOf = (text: string): number => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN);

const minuteMs = 60_000;

const pair = /^(?<name>.+?)\s*=\s*(?<number>\d+)$/;

function pairsOf(text: string): ParsedText {
  const pairs = new Map<string, number>();
  for (const [index, line] of linesOf(text).entries()) {
    const { name, number } = pair.exec(line)?.groups ?? {};
    if (!name || !number) return { problem: `Line ${index + 1}: write it as name = number` };
    if (pairs.has(name)) return { problem: `Line ${index + 1}: ${name} is listed twice` };
    pairs.set(name, Number(number));
  }
  return { value: Object.fromEntries(pairs) };
}

export type TextEditor = 'text' | 'number' | 'minutes' | 'lines' | 'numbers';

export function textOfValue(editor: TextEditor, value: unknown): string {
  switch (editor) {
    case 'text':
    case 'number':
      return String(value);
    case 'minutes':
      return String(Number(value) / minuteMs);
    case 'lines':
      return (value as string[]).join('\n');
    case 'numbers':
      return Object.entries(value as Record<string, number>)
        .map(([name, number]) => `${name} = ${number}`)
        .join('\n');
  }
}

export function valueOfText(editor: TextEditor, text: string): ParsedText {
  switch (editor) {
    case 'text':
      return { value: text.trim() };
    case 'lines':
      return { value: linesOf(text) };
    case 'numbers':
      return pairsOf(text);
    case 'number':
    case 'minutes': {
      const number = numberOf(text);
      if (Number.isNaN(number)) return { problem: 'must be a number' };
      return { value: editor === 'minutes' ? Math.round(number * minuteMs) : number };
    }
  }
}
