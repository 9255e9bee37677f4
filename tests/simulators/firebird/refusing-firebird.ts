import type { Socket } from 'node:net';
import { DeviceServer } from '../device-kit/device-server.ts';

/**
 * - `refuse`: rejects each login with the wrong-password error and leaves the connection open, as Firebird does
 * - `mute`: accepts connections and sends nothing
 * - `hang-up`: closes the connection on the first data
 */
export type LoginAnswer = 'refuse' | 'mute' | 'hang-up';

export interface RefusingFirebird {
  port: number;
  /** Returns the number of connections that the client has not closed. */
  open(): number;
  logins(): number;
  /** Sets the response to the next logins and its delay in milliseconds. */
  answer(how: LoginAnswer, afterMs?: number): void;
  stop(): Promise<void>;
}

/** Starts a Firebird server that rejects the password: the wire protocol up to the login. */
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

/** Returns an op_response with an empty object, no data and the status vector of isc_login. */
function loginRefused(): Buffer {
  const opResponse = 9;
  const iscArgGds = 1;
  const iscLogin = 335_544_472;
  const words = [opResponse, 0, 0, 0, 0, iscArgGds, iscLogin, 0];
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, at) => bytes.writeInt32BE(word, at * 4));
  return bytes;
}
