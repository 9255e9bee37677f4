import type { GateState } from '../ports/gate-driver.ts';
import type { WriteDeadline } from '../ports/write-deadline.ts';

/** The relay of one gate on a board, over one connection. After a loss a new one is opened. */
export interface RelayBoard {
  /** Aborts when the connection is lost or closed. */
  readonly ended: AbortSignal;
  /**
   * Reads the relay and the wired inputs.
   * @param relay what is known of the relay: a board that needs a request of its own for it reads only its inputs
   */
  read(relay?: boolean): Promise<GateState>;
  /** @throws BoardError | CommandExpired */
  switchOn(deadline: WriteDeadline): Promise<void>;
  /** Safe at any time. */
  switchOff(): Promise<void>;
  /**
   * Closes the relay; the board opens it after `pulseMs`.
   * @throws BoardError | CommandExpired
   */
  pulse(pulseMs: number, deadline: WriteDeadline): Promise<void>;
  /**
   * Closes the connection and discards a request that has not reached the board: delivered later, it would open a gate late. Resolves when
   * the next connection can be opened.
   */
  close(): void | Promise<void>;
}

interface BoardFault {
  /** The board’s own reason, in words for a cashier. */
  fault?: string | undefined;
  /** The board does not support this request, so another one may be sent. */
  isUnknownRequest?: boolean;
  /** The board returned a response that does not match this request. */
  isWrongAnswer?: boolean;
}

/** A request failed. `nothingDone` proves that no relay was switched; without it a write may have been executed. */
export class BoardError extends Error {
  override readonly name = 'BoardError';
  readonly nothingDone: boolean;
  readonly fault: string | undefined;
  readonly isUnknownRequest: boolean;
  readonly isWrongAnswer: boolean;

  constructor(message: string, nothingDone: boolean, { fault, isUnknownRequest = false, isWrongAnswer = false }: BoardFault = {}) {
    super(message);
    this.nothingDone = nothingDone;
    this.fault = fault;
    this.isUnknownRequest = isUnknownRequest;
    this.isWrongAnswer = isWrongAnswer;
  }
}
