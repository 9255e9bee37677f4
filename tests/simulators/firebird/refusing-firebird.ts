import type { Socket } from 'node:net';
import { DeviceServer } from '../device-kit/device-server.ts';

/**
 * - `refuse`: answers each log-in with the error of a wrong password, and leaves the connection open, as Firebird does
 * - `mute`: takes connections and says nothing
 * - `hang-up`: closes the connection at the first word
 */
export type LoginAnswer = 'refuse' | 'mute' | 'hang-up';

export interface RefusingFirebird {
  port: number;
  /** Connections that the client has not closed. */
  open(): number;
  logins(): number;
  /** How the next log-ins are answered, and after how many milliseconds. */
  answer(how: LoginAnswer, afterMs?: number): void;
  stop(): Promise<void>;
}

/** A Firebird server as a client with a wrong password sees it: the wire protocol as far as the log-in. */
export async function startRefusingFirebird(): Promise<RefusingFirebird> {
  let how: LoginAnswer = 'refuse';
  let delayMs = 0;
  let logins = 0;
  const server = new DeviceServer(0, (socket) => {
    socket.once('data', () => {
      logins += 1;
      setTimeout(() => respond(socket, how), delayMs);
    });
  });
  await server.listen();
  return {
    port: server.port,
    open: () => server.connections,
    logins: () => logins,
    answer(next, afterMs = 0) {
      how = next;
      delayMs = afterMs;
    },
    stop: () => server.close(),
  };
}

function respond(socket: Socket, how: LoginAnswer): void {
  if (socket.destroyed) return;
  if (how === 'refuse') socket.write(loginRefused());
  if (how === 'hang-up') socket.destroy();
}

/** op_response with an empty object, no data, and the status vector of isc_login. */
function loginRefused(): Buffer {
  const opResponse = 9;
  const iscArgGds = 1;
  const iscLogin = 335_544_472;
  const words = [opResponse, 0, 0, 0, 0, iscArgGds, iscLogin, 0];
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, at) => bytes.writeInt32BE(word, at * 4));
  return bytes;
}
