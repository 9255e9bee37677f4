/** The deadline passed; whether the work was done is unknown. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * Runs `work` and waits for it at most `ms` milliseconds. Late work continues; its `signal` reports that the caller stopped waiting.
 * @throws DeadlinePassed
 */
export async function withinDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  const { promise: passed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DeadlinePassed(`No answer within ${ms} ms`);
    giveUp.abort(error);
    reject(error);
  }, ms);
  try {
    return await Promise.race([work(giveUp.signal), passed]);
  } finally {
    clearTimeout(timer);
  }
}
