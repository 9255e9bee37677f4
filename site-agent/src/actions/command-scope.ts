import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every log line about a command. `requestId`: the request in the cloud that caused it. */
export interface CommandScope {
  command: string;
  requestId?: string | undefined;
}

const scopes = new AsyncLocalStorage<CommandScope>();

export const inCommand = <T>(scope: CommandScope, work: () => T): T => scopes.run(scope, work);

/** Returns the scope of the command that is being executed. */
export const currentCommand = (): CommandScope | undefined => scopes.getStore();

/** Returns the listener with the scope of now, for what a device reports later and elsewhere. */
export const inThisCommand = <A extends unknown[]>(listener: (...given: A) => void): ((...given: A) => void) =>
  AsyncLocalStorage.bind(listener);
