import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Something that runs until it is stopped. */
export interface Service {
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/** With the drain and the time for requests, shorter than the time after which a deployment kills the process. */
const stopWithinMs = 30_000;

/**
 * Starts the services in order. If one fails to start, those already running are stopped in reverse.
 * @returns stops them all, in reverse, for at most `withinMs`: on a dead line of the database a service never stops
 * @throws the error of the service that failed to start
 */
export async function startServices(services: readonly Service[], log: Logger): Promise<(withinMs?: number) => Promise<void>> {
  const running: Service[] = [];
  try {
    for (const service of services) {
      await service.start();
      running.push(service);
    }
  } catch (error) {
    await stopEach(running, log);
    throw error;
  }
  return async (withinMs = stopWithinMs) => {
    const areStopped = await Promise.race([stopEach(running, log).then(() => true), wait(withinMs, false, { ref: false })]);
    if (!areStopped) log.error({ waited: withinMs }, 'Services not stopped in time, and left');
  };
}

/** Stops each service. One that fails to stop does not keep the others running, and its error hides no other. */
async function stopEach(running: readonly Service[], log: Logger): Promise<void> {
  for (const service of running.toReversed()) {
    try {
      await service.stop();
    } catch (error) {
      log.error({ err: error }, 'Cannot stop a service');
    }
  }
}
