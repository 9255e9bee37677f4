import { Worker } from 'node:worker_threads';

/** As a module and as a script: the worker takes the form from how the process was started. */
const source = `
void import('node:worker_threads').then(({ workerData }) => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData.afterMs);
});
`;

/**
 * Ends the process after this time, even if its main thread hangs: a configuration on trial may make it hang. The next start rolls back.
 * @returns stops the watchdog
 */
export function startTrialWatchdog(afterMs: number): () => Promise<unknown> {
  const worker = new Worker(source, { eval: true, workerData: { afterMs } });
  worker.unref();
  return () => worker.terminate();
}
