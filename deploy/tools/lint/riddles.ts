/** The beginnings of comments that say nothing by themselves: a pronoun, or a relative clause whose noun stands elsewhere. */
const riddle =
  /^(?:(?:it|its|they|their|them|he|she|his|her|those|these|whom|whose|such as)\b|(?:of|under|by|from|to|with|for|in|at|on|behind) (?:whom|which|it|them|those|these)\b)/i;

/** Where a comment begins: `/**`, `//`, or `/*` of a style sheet, at the start of a line or behind code. */
const comment = /^\s*(?:\/\*\*?[ \t]*(?:\n\s*\*\s*)?|\/\/ ?)(?<text>\S.*)|[;{}),] \/\/ (?<tail>\S.*)/gm;

/** The comments of a source that begin like a riddle; the next line of a `//` comment counts as part of the comment before it. */
export function riddlesIn(source: string): string[] {
  const lines = source.replaceAll(/(\n\s*)\/\/ (?=.*)/g, (line, indent: string, at: number) =>
    /(?:^|\n)\s*\/\/ .*$/.test(source.slice(0, at)) ? indent : line,
  );
  return [...lines.matchAll(comment)].map(({ groups }) => groups?.['text'] ?? groups?.['tail'] ?? '').filter((text) => riddle.test(text));
}
