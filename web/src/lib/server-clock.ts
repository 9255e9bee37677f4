/**
 * The server's time. The clock of a register may be wrong or change, so the browser decides and shows nothing by it
 * (docs/rules/screens.md#time). Between two responses a monotonic clock counts on.
 */

/** Milliseconds by which the server's time is ahead of `monotonicMs`. */
let aheadMs = 0;

const monotonicMs = (): number => performance.timeOrigin + performance.now();

/** Returns the server's present time; the browser's own until the first response. */
export const serverNow = (): Date => new Date(monotonicMs() + aheadMs);

/** Starts a request. @returns a function that takes the time in its response's header, null if there is none */
export function serverTimeReader(): (time: string | null) => void {
  const sent = monotonicMs();
  return (time) => {
    const server = Date.parse(time ?? '');
    if (Number.isNaN(server)) return;
    const received = monotonicMs();
    const isPossible = sent + aheadMs <= server && server <= received + aheadMs;
    // The server takes the time when it responds.
    if (!isPossible) aheadMs = server - received;
  };
}
