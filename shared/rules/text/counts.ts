/** Formats a number with grouping: 1,204. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/**
 * Formats a count: `1 member`, `1,204 members`.
 * @param many the plural, if not `one` with an s
 */
export const counted = (count: number, one: string, many = `${one}s`): string => `${grouped(count)} ${count === 1 ? one : many}`;
