/** A number as people read it: 1,204. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/**
 * How many of something: `1 member`, `1,204 members`.
 * @param many what more than one are called, where it is not `one` with an s
 */
export const counted = (count: number, one: string, many = `${one}s`): string => `${grouped(count)} ${count === 1 ? one : many}`;
