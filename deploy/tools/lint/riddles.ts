/** Beginnings of comments that are unclear without context: a pronoun, or a relative clause without its noun. */
const riddle =
  /^(?:(?:it|its|they|their|them|he|she|his|her|those|these|whom|whose|such as)\b|(?:of|under|by|from|to|with|for|in|at|on|behind) (?:whom|which|it|them|those|these)\b)/i;

/** The beginning of a comment: `/**`, `//`, or `/*` of a style sheet, at the start of a line or after code. */
const comment = /^\s*(?:\/\*\*?[ \t]*(?:\n\s*\*\s*)?|\/\/ ?)(?<text>\S.*)|[;{}),] \/\/ (?<tail>\S.*)/gm;

/** Returns the comments that begin like a riddle; the next line of a `//` comment counts as part of the comment before it. */
export function riddlesIn(source: string): string[] {
  const lines = source.replaceAll(/(\n\s*)\/\/ (?=.*)/g, (line, indent: string, at: number) =>
    /(?:^|\n)\s*\/\/ .*$/.test(source.slice(0, at)) ? indent : line,
  );
  return [...lines.matchAll(comment)].map(({ groups }) => groups?.['text'] ?? groups?.['tail'] ?? '').filter((text) => riddle.test(text));
}

/** The title of a test, or a comment line. */
const titleOrComment =
  /^\s*(?:it|test|describe)\b.*?\((?<title>['`"].*)|\]\)\((?<rows>['`"].*)|(?:^\s*(?:\/\*\*?|\/\/|\*)|[;{}),] \/\/ )(?<comment>.*)/gm;

/** Returns the titles of tests and the comments that name people by no role; a word in quotes inside them is a value. */
export function peopleWithoutRoleIn(source: string): string[] {
  return [...source.matchAll(titleOrComment)]
    .map(({ groups }) => (groups?.['title'] ?? groups?.['rows'] ?? groups?.['comment'] ?? '').trim())
    .filter((text) => /\b(?:somebody|nobody|anybody|everybody|whoever)\b/i.test(text.replace(/^"/, '').replaceAll(/"[^"]*"/g, '')));
}
