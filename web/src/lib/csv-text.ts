/** A cell that a spreadsheet would take for a formula; a negative number is none. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/;
const special = /[",\r\n]/;

/** Returns lines of cells as the text of a CSV file, in the form of the API's files. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');

function quoted(cell: string): string {
  const harmless = formula.test(cell) ? `'${cell}` : cell;
  return special.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
