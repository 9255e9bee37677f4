import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import type { ApiAnswer, Register } from '../../workbench/register.ts';

type Body = Record<string, unknown>;

interface Call {
  method?: string;
  body?: Body;
  /** The idempotency key of the call. */
  key?: string;
  /** The key of the operation that this call is a step of. */
  operation?: string;
}

const waitMs = scaledTimeout(120_000);
const againAfterMs = 200;

/** Whether the same press must be repeated, because its outcome is unknown. */
const isOpen = ({ status, body }: ApiAnswer): boolean =>
  status >= 500 || status === 429 || (status === 409 && ['in_progress', 'customer_busy'].includes(String((body as Body)['code'])));

/** The browser window of a register. It may close permanently at any moment. */
export class Browser {
  readonly #register: Register;
  readonly #closed = new AbortController();
  /** Refusals that should never happen. */
  readonly complaints: string[] = [];
  /** Counts of calls with a lost connection, and of steps that were postponed while the screen waited. */
  readonly met = { lost: 0, putOff: 0 };

  constructor(register: Register) {
    this.#register = register;
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** Drops the response of the current call. */
  close(): void {
    this.#closed.abort();
  }

  /**
   * Repeats a call under its key until its outcome is known.
   * @throws Error if it is rejected, or if the window is closed
   */
  async operate(path: string, body: Body, key: string): Promise<Body> {
    const answer = await this.#repeated(path, { method: 'POST', body, key }, isOpen);
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as Body;
  }

  /** Makes a step of an operation: after any response the flow continues. */
  async follow(path: string, operation: string | undefined, { key, body = {} }: Pick<Call, 'key' | 'body'> = {}): Promise<void> {
    const call = { method: 'POST', body, ...(operation !== undefined && { operation }), ...(key !== undefined && { key }) };
    this.#expectDoneOrPending(path, await this.#repeated(path, call, () => false));
  }

  async look(path: string): Promise<void> {
    this.#expectDoneOrPending(path, await this.#repeated(path, {}, () => false));
  }

  #expectDoneOrPending(path: string, { status, body }: ApiAnswer): void {
    if (status === 503) this.met.putOff += 1;
    else if (status >= 300) this.complaints.push(`${path} answered ${status} ${JSON.stringify(body)}`);
  }

  /** Repeats the same call after a lost connection, like a browser's Try Again. */
  async #repeated(path: string, call: Call, again: (answer: ApiAnswer) => boolean): Promise<ApiAnswer> {
    const end = performance.now() + waitMs;
    for (;;) {
      const answer = await this.#once(path, call);
      if (answer && !again(answer)) return answer;
      if (performance.now() > end) throw new Error(`${path} had no response for ${waitMs} ms; the last was ${JSON.stringify(answer)}`);
      await pause(againAfterMs, undefined, { signal: this.#closed.signal });
    }
  }

  /** @returns null if the connection was lost. @throws if the window is closed */
  async #once(path: string, { method, body, key, operation }: Call): Promise<ApiAnswer | null> {
    const headers = { ...(key !== undefined && { 'idempotency-key': key }), ...(operation !== undefined && { 'x-operation': operation }) };
    try {
      return await this.#register.call(path, { method, body, headers, signal: this.#closed.signal });
    } catch (error) {
      // fetch's own failures are the lost connections that this test makes; any other is a finding
      this.met.lost += 1;
      if (this.isClosed || !(error instanceof TypeError || error instanceof DOMException)) throw error;
      return null;
    }
  }
}
