import type { Readable } from 'node:stream';

/** A file, or the rest of it, streamed at the caller's pace: memory use does not depend on its size. */
export class FilePart {
  readonly stream: Readable;
  /** Bytes of the whole file. */
  readonly size: number;
  /** The first byte that the caller asked for; null for the whole file without a range. */
  readonly from: number | null;

  constructor({ stream, size, from }: { stream: Readable; size: number; from: number | null }) {
    this.stream = stream;
    this.size = size;
    this.from = from;
  }
}
