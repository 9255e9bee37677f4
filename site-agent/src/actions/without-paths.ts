/**
 * Quoted paths may contain blanks; an unquoted one ends at the first. An address such as http://… is not a path, nor is a call's name such
 * as /hint, a serial port's name or the path that a camera posts to.
 */
const quoted = /(["'])(?:[a-z]:[\\/]|[\\/])[^"']*\1/giu;
const bare = /(?<=^|[\s(,])(?!\/(?:dev|plates)\/)(?:[a-z]:[\\/]|\\\\|\/[\w.-]+\/)[^\s"'),;]+/giu;

/** Longest sentence of a state that the cloud receives. */
export const maxReason = 300;

/** Returns the sentence as the cloud may receive it. */
export const reportable = (sentence: string): string => withoutPaths(sentence).slice(0, maxReason);

/** Returns the sentence without file paths of the site's computer, which belong only in its log. */
export function withoutPaths(sentence: string): string {
  return sentence.replaceAll(quoted, 'a file of the site’s computer').replaceAll(bare, 'a file of the site’s computer');
}
