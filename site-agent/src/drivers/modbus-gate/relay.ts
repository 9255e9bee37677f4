import { setTimeout as sleep } from 'node:timers/promises';
import { BoardError, type ModbusBoard } from './modbus-board.ts';
import type { ModbusGateConfig } from './config.ts';

/** Room for a slow board before a relay counts as one that stays on. */
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
   * Closes the relay for one pulse. A write without an answer may have been carried out, or may still be: that is
   * `unanswered`, and the line is given up so that it does not arrive any later.
   * @param notAfter by `performance.now()`; the relay is not closed later than that
   * @throws BoardError only when nothing was switched
   */
  async energise(board: ModbusBoard, notAfter: number): Promise<Energised> {
    const energised = await this.#close(board, notAfter);
    if (energised === 'unanswered') board.close();
    else if (!this.#config.timedPulse) void this.#releaseLater(board);
    return energised;
  }

  /** Opens the relay now, whatever it does. Writing OFF is always safe. */
  async release(board: ModbusBoard): Promise<void> {
    await board.writeCoil(this.#config.coil, false);
  }

  /**
   * Told of every readback. A relay that is still closed long after its pulse is written OFF again and again, at the pace
   * at which it is found closed.
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

  /** Boards without a pulse of their own: when even OFF fails the line is given up, and the next one begins with OFF. */
  async #releaseLater(board: ModbusBoard): Promise<void> {
    await sleep(this.#config.pulseMs);
    try {
      await this.release(board);
    } catch {
      board.close();
    }
  }
}
