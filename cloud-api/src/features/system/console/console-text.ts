import { visibleLine } from '../../../common/visible-text.ts';

/** Returns rows in columns that a fixed-width typeface aligns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(visibleLine));
  const widths = head.map((_title, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns names and values, one pair a line. */
export const facts = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${visibleLine(value)}`).join('\n');
};
