/** Whether each word of `search` occurs in one of the texts, in any case and order. An empty search matches everything. */
export function matchesWords(search: string, texts: readonly (string | null)[]): boolean {
  const inLower = texts.map((text) => text?.toLowerCase() ?? '');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => inLower.some((text) => text.includes(word)));
}
