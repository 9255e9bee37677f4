import type { Logger } from 'pino';

/** Something that runs until it is stopped. */
export interface Service {
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/**
 * Starts the services in order. If one fails to start, those already running are stopped in reverse.
 * @returns stops them all, in reverse
 * @throws the error of the service that failed to start
 */
export async function startServices(services: readonly Service[], log: Logger): Promise<() => Promise<void>> {
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
  return async () => {
    for (const service of services.toReversed()) await service.stop();
  };
}

/** Stops each service after a failed start. One that fails to stop does not keep the others running, and its error hides no other. */
async function stopEach(running: readonly Service[], log: Logger): Promise<void> {
  for (const service of running.toReversed()) {
    try {
      await service.stop();
    } catch (error) {
      log.error({ err: error }, 'Cannot stop a service after a failed start');
    }
  }
}
