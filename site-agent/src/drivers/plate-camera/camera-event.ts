/** What a document of a camera says. */
export type CameraEvent =
  | {
      type: 'car';
      /** The same for each event of one car, unless the camera does not number its cars. */
      car: string;
      plate: string | null;
      score: number;
      region: string | null;
      line: string | null;
      /** By the camera's clock, in epoch milliseconds; null if it is missing. */
      at: number | null;
    }
  | { type: 'gone'; car: string; at: number | null }
  /** Any other event: the camera is alive. */
  | { type: 'alive'; at: number | null };

export interface CameraFormat {
  /**
   * Returns the events of a document.
   * @throws Error for a document that is not of this camera
   */
  parse(document: string): CameraEvent[];
}

/** Texts that cameras write if they see a car and cannot read its plate. */
const illegible = new Set(['', 'UNKNOWN', 'NOPLATE', 'NONE']);

/** Returns null for a car without a legible plate. */
export function plateOf(text: string | undefined): string | null {
  const plate = (text ?? '').trim().toUpperCase();
  return illegible.has(plate) ? null : plate.slice(0, 20);
}

/** Returns the state of a region such as `IL` or `us-il`; null for any other. */
export function stateOf(text: string | undefined): string | null {
  return /^(?:us-)?([a-z]{2})$/iu.exec(text ?? '')?.[1]?.toUpperCase() ?? null;
}

/** Cameras write 0 to 1, `percent` ones 0 to 100. Anything else is 0: nothing is certain. */
export function scoreOf(value: unknown, { percent = false } = {}): number {
  const score = Number(value) / (percent ? 100 : 1);
  return score >= 0 && score <= 1 ? score : 0;
}

export function timeOf(text: string | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}
