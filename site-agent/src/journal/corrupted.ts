/** What the journal holds is not what was written into it. */
export class Corrupted extends Error {
  override readonly name = 'Corrupted';
}
