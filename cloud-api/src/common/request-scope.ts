import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<string>();

/** Runs work for a request, or for another cause such as `job:<id>`: the id is in every log line and site command of it. */
export const inRequest = <T>(requestId: string, work: () => T): T => scopes.run(requestId, work);

/** Returns the id of the request whose work is running. */
export const currentRequestId = (): string | undefined => scopes.getStore();
