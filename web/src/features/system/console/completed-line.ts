/**
 * Replaces the last word of a line by the only candidate, or by what all candidates begin with.
 * @returns the line, and the candidates to choose from if it is not complete
 */
export function completedLine(line: string, words: readonly string[]): { line: string; choices: readonly string[] } {
  const [first] = words;
  if (first === undefined) return { line, choices: [] };
  const start = line.slice(0, line.length - (/\S*$/u.exec(line)?.[0].length ?? 0));
  if (words.length === 1) return { line: `${start}${first} `, choices: [] };
  let length = first.length;
  while (!words.every((word) => word.startsWith(first.slice(0, length)))) length -= 1;
  return { line: start + first.slice(0, length), choices: words };
}

const mostLines = 25;

/** Returns the history with a line that was run: newest last, each line once in a row, at most 25. */
export const withLine = (history: readonly string[], line: string): string[] =>
  history.at(-1) === line ? [...history] : [...history, line].slice(-mostLines);
