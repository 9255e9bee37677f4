type Stop = () => Promise<void>;

/**
 * Runs a command until Ctrl-C, SIGTERM or a closed terminal. The first one stops what was started, also in the middle of the start; a second
 * one ends this process and its services at once. A start that fails stops what it has started.
 * @param start passes each stop function to `onStop` as soon as there is something to stop; the last one runs first
 */
export async function runUntilStopped(start: (onStop: (stop: Stop) => void) => Promise<void>): Promise<void> {
  const stops: Stop[] = [];
  const interrupted = Promise.withResolvers<void>();
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping || stops.length === 0) process.exit(130);
      isStopping = true;
      interrupted.resolve();
    });
  }
  try {
    await Promise.race([start((stop) => stops.push(stop)), interrupted.promise]);
    await interrupted.promise;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  for (const stop of stops.toReversed()) await stop();
  // a start that was interrupted may still wait for something
  process.exit();
}
