/** Resolves at the first Ctrl-C, SIGTERM or closed terminal. Later ones are ignored: stopping is under way. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
