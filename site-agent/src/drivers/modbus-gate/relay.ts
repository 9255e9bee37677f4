import { setTimeout as sleep } from 'node:timers/promises';
import { BoardError, type ModbusBoard } from './modbus-board.ts';
import type { ModbusGateConfig } from './config.ts';

/** How long a slow board may take before its relay counts as one that stays on. */
const lateMs = 500;

export type Energised = 'acknowledged' | 'unanswered';

/** The one output of a gate: closed once for a pulse, and watched so that it never stays closed. */
export class Relay {
  readonly #config: Pick<ModbusGateConfig, 'coil' | 'timedPulse' | 'pulseMs'>;
  #seenOnAt: number | undefined;

  constructor(config: Pick<ModbusGateConfig, 'coil' | 'timedPulse' | 'pulseMs'>) {
    this.#config = config;
  }

  /**
   * Closes the relay for one pulse. A write without an answer may have been executed, or may still be: that is `unanswered`, and the
   * connection is closed so that the write does not arrive later.
   * @param notAfter by `performance.now()`; the relay is not closed later than that
   * @throws BoardError only when nothing was switched
   */
  async energise(board: ModbusBoard, notAfter: number): Promise<Energised> {
    const energised = await this.#close(board, notAfter);
    if (energised === 'unanswered') board.close();
    else if (!this.#config.timedPulse) void this.#releaseLater(board);
    return energised;
  }

  /** Opens the relay now, in any state: writing OFF is always safe. */
  async release(board: ModbusBoard): Promise<void> {
    await board.writeCoil(this.#config.coil, false);
  }

  /**
   * Gets every readback. A relay that is still closed long after its pulse is written OFF at each such readback.
   * @returns true when the relay stays on
   */
  async watch(board: ModbusBoard, on: boolean): Promise<boolean> {
    const now = performance.now();
    this.#seenOnAt = on ? (this.#seenOnAt ?? now) : undefined;
    if (this.#seenOnAt === undefined || now - this.#seenOnAt < this.#config.pulseMs + lateMs) return false;
    await this.release(board);
    return true;
  }

  async #close(board: ModbusBoard, notAfter: number): Promise<Energised> {
    const { coil, timedPulse, pulseMs } = this.#config;
    try {
      await (timedPulse ? board.pulseCoil(coil, pulseMs, notAfter) : board.writeCoil(coil, true, notAfter));
      return 'acknowledged';
    } catch (error) {
      if (error instanceof BoardError && !error.nothingDone) return 'unanswered';
      throw error;
    }
  }

  /** Opens the relay of a board without a timed pulse: when even OFF fails the connection is closed, and the next one begins with OFF. */
  async #releaseLater(board: ModbusBoard): Promise<void> {
    await sleep(this.#config.pulseMs);
    try {
      await this.release(board);
    } catch {
      board.close();
    }
  }
}
