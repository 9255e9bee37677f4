/** Quoted paths may hold blanks; a bare one ends at the first. An address such as http://… is none, nor is a call's name such as /hint. */
const quoted = /(["'])(?:[a-z]:[\\/]|[\\/])[^"']*\1/giu;
const bare = /(?<=^|[\s(,])(?:[a-z]:[\\/]|\\\\|\/[\w.-]+\/)[^\s"'),;]+/giu;

/** A sentence that leaves the agent: where files lie on the site's computer is for its log alone. */
export function withoutPaths(sentence: string): string {
  return sentence.replaceAll(quoted, "a file of the site's computer").replaceAll(bare, "a file of the site's computer");
}
