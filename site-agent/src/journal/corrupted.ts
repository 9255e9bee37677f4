/** The journal's content differs from what was written. */
export class Corrupted extends Error {
  override readonly name = 'Corrupted';
}
