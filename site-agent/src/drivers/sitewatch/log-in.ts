import type { Socket } from 'node:net';
import firebird, { attach, GDSCode, type Database, type DatabaseCallback, type Options } from 'node-firebird';

/** Milliseconds for the server to accept the connection, and then to answer the log-in. */
const connectWithinMs = 2_000;
const answerWithinMs = 2_000;
/** Firebird delays every fourth wrong password by 8 s: a rejected log-in waits that long for the reason. */
const refusalWithinMs = 12_000;

/**
 * Logs in to one Firebird server. The library leaves the socket of a failed log-in open at both ends and has no deadline for the response.
 * Here every log-in ends once, and a failed one closes its socket.
 */
export class LogIn {
  readonly #underWay = new Set<(reason: Error) => void>();
  #wasRefused = false;

  /** Logs in, with the signature of the library's pool. */
  readonly attach = (options: Options, callback: DatabaseCallback): void => {
    let isOver = false;
    const deadline = new Deadline((reason) => end(reason));
    const giveUp = (reason: Error): void => end(reason);
    const end = (error: unknown, database?: Database): void => {
      // the library calls back twice if the server disconnects
      if (isOver) return;
      isOver = true;
      deadline.clear();
      this.#underWay.delete(giveUp);
      this.#wasRefused = isRefusal(error);
      // with an error: without one the library takes the closed connection for a new one and starts again
      if (error) socket.destroy(asError(error));
      callback(error, database as Database);
    };
    this.#underWay.add(giveUp);
    attach(options, end);
    // the library exposes the connection that it began last; there is no other way to the socket of one that is not logged in yet
    const socket = firebird.connection?._socket as unknown as Socket;
    deadline.set(connectWithinMs, 'it didn’t accept the connection in time');
    socket.once('connect', () =>
      deadline.set(this.#wasRefused ? refusalWithinMs : answerWithinMs, 'it didn’t respond to the login in time'),
    );
  };

  /** Ends every running log-in. */
  end(): void {
    for (const giveUp of this.#underWay) giveUp(new Error('the connection is closing'));
  }
}

/** A timer that restarts for each part of the log-in. */
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
