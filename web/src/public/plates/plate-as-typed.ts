export const longestPlate = 8;

/** Letters and digits, uppercased, at most eight. */
export const plateAsTyped = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, longestPlate);
