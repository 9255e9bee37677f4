/**
 * Runs a command until Ctrl-C, SIGTERM or a closed terminal; ignores later ones, since stopping has begun. During the start the first one
 * ends this process and its services at once.
 * @param start returns a function that stops everything
 */
export async function runUntilStopped(start: () => Promise<() => Promise<void>>): Promise<void> {
  let isStarting = true;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => (isStarting ? process.exit(130) : resolve()));
    }
  });
  try {
    const stop = await start();
    isStarting = false;
    await stopped;
    await stop();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
