import { openTransport } from '../../transports/open-transport.ts';
import type { SerialSettings } from '../../transports/serial-settings.ts';
import { TransportError, type OpenOptions, type Transport } from '../../transports/transport.ts';
import { Turns } from '../turns.ts';

/** An open port, used by every gate on the channels of its board: the system gives a port to one user only. */
export interface SharedPort {
  readonly transport: Transport;
  /** Runs one query at a time. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Closes the port after its last user, and resolves when it can be opened again. */
  release(): Promise<void>;
}

interface Entry {
  opening: Promise<Transport>;
  users: number;
  turns: Turns;
}

const entries = new Map<string, Entry>();

/** @throws TransportError if the port cannot be opened */
export async function openShared(serial: SerialSettings, options: OpenOptions): Promise<SharedPort> {
  const entry = entries.get(serial.path) ?? newEntry(serial, options);
  entry.users += 1;
  const transport = await entry.opening;
  if (!transport.isOpen) throw new TransportError(await transport.closed);
  return {
    transport,
    inTurn: (work) => entry.turns.take(work),
    async release() {
      entry.users -= 1;
      if (entry.users > 0) return;
      transport.close();
      await transport.closed;
    },
  };
}

/** An entry ends with its port: the next connection is a new one. */
function newEntry(serial: SerialSettings, options: OpenOptions): Entry {
  const entry: Entry = { opening: openTransport({ serial }, options), users: 0, turns: new Turns() };
  const remove = (): void => void entries.delete(serial.path);
  void entry.opening.then(({ closed }) => closed.then(remove), remove);
  entries.set(serial.path, entry);
  return entry;
}
