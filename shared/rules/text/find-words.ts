const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const bare = (text: string): string => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns a test for whether each word of a search occurs in one of an entry's texts, whatever the case and the accents. Signs may be left
 * out: `CXG3529IL` finds `CXG3529-IL`, and `8155550100` finds `(815) 555-0100`.
 */
export function wordFinder(search: string): (texts: readonly string[]) => boolean {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const occurs = (word: string, text: string): boolean =>
    plain(text).includes(word) || (bare(word) !== '' && bare(text).includes(bare(word)));
  return (texts) => words.every((word) => texts.some((text) => occurs(word, text)));
}
