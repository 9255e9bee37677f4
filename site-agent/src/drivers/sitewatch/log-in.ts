import type { Socket } from 'node:net';
import firebird, { attach, GDSCode, type Database, type DatabaseCallback, type Options } from 'node-firebird';

/** Milliseconds for the server to take the connection, and then to answer the log-in. */
const connectWithinMs = 2_000;
const answerWithinMs = 2_000;
/** Firebird lets every fourth wrong password wait for 8 s: who was refused waits that long to hear the reason again. */
const refusalWithinMs = 12_000;

/**
 * Logs in at one Firebird server. The library leaves the socket of a log-in that failed open, at both ends, and has no deadline of its own
 * for the answer; here every log-in ends once, and one that failed closes its socket.
 */
export class LogIn {
  readonly #underWay = new Set<(reason: Error) => void>();
  #wasRefused = false;

  /** Logs in, in the shape that the library's pool takes. */
  readonly attach = (options: Options, callback: DatabaseCallback): void => {
    let isOver = false;
    const deadline = new Deadline((reason) => end(reason));
    const giveUp = (reason: Error): void => end(reason);
    const end = (error: unknown, database?: Database): void => {
      // The library itself calls back twice where the server hangs up.
      if (isOver) return;
      isOver = true;
      deadline.clear();
      this.#underWay.delete(giveUp);
      this.#wasRefused = isRefusal(error);
      // With an error: without one the library takes the closed connection for a new one and begins again.
      if (error) socket.destroy(asError(error));
      callback(error, database as Database);
    };
    this.#underWay.add(giveUp);
    attach(options, end);
    // The library names the connection that it began last; there is no other way to the socket of one that is not logged in yet.
    const socket = firebird.connection?._socket as unknown as Socket;
    deadline.set(connectWithinMs, 'it didn’t accept the connection in time');
    socket.once('connect', () =>
      deadline.set(this.#wasRefused ? refusalWithinMs : answerWithinMs, 'it didn’t respond to the login in time'),
    );
  };

  /** Ends every log-in that is under way. */
  end(): void {
    for (const giveUp of this.#underWay) giveUp(new Error('the connection is closing'));
  }
}

/** A timer that is set anew for each part of the log-in. */
class Deadline {
  readonly #pass: (reason: Error) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(pass: (reason: Error) => void) {
    this.#pass = pass;
  }

  set(ms: number, sentence: string): void {
    this.clear();
    this.#timer = setTimeout(() => this.#pass(new Error(sentence)), ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Error && 'gdscode' in error && error.gdscode === GDSCode.LOGIN;
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
