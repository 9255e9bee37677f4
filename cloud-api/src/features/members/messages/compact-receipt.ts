/** The longest text that the providers take is 1600 characters; the reference behind it needs some. */
const longest = 1_550;

const isRule = (line: string): boolean => /^[\s\-─═=_]*$/u.test(line);

/** A receipt that was laid out for paper, as a phone shows it: without rules, blank lines and the spaces between columns. */
export function compactReceipt(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !isRule(line))
    .map((line) => line.trim().replaceAll(/\s{2,}/g, '  '));
  const whole = lines.join('\n');
  return whole.length <= longest ? whole : `${whole.slice(0, longest - 1)}…`;
}
