import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';

const gateBoard = z.object({ gates: z.array(z.object({ coil: z.boolean(), gateOpen: z.boolean(), pulses: z.int() })) });
const reader = z.object({ connections: z.int() });

/** A gate that returns to rest quickly. */
const brisk = { opensAfterMs: 10, closesAfterMs: 100 };

/** How long a car waits for its gate. */
const waitsMs = 1_500;

/** Cars with tags at a site's first lane, one after the other. */
export class LaneCars {
  readonly #gates: string;
  readonly #reader: string;

  private constructor(gates: string, readerControl: string) {
    this.#gates = gates;
    this.#reader = readerControl;
  }

  static async open(workbench: Workbench, site: number): Promise<LaneCars> {
    const cars = new LaneCars(workbench.control(`gate-${site}`), workbench.control(`rfid-${site}`));
    await cars.#post(cars.#gates, 'behaviour', brisk);
    await cars.untilReaderIsUsed();
    return cars;
  }

  /** Drives the cars past. Each leaves when its gate has opened and closed, or after a while. */
  async drive(tags: readonly string[], afterEach: (done: number) => Promise<void> = async () => undefined): Promise<void> {
    for (const [index, tag] of tags.entries()) {
      await this.#pass(tag);
      await afterEach(index + 1);
    }
  }

  /** Returns how often the gate opened. */
  async pulses(): Promise<number> {
    return (await this.#gate()).pulses;
  }

  async untilReaderIsUsed(): Promise<void> {
    await until('the agent reads tags', async () => {
      const { connections } = reader.parse(await (await fetch(`${this.#reader}/state`)).json());
      return connections > 0 ? true : null;
    });
  }

  async #pass(tag: string): Promise<void> {
    const before = await this.pulses();
    await this.#post(this.#reader, 'tag', { tag, antenna: 1, count: 2 });
    const began = performance.now();
    while (performance.now() - began < waitsMs) {
      await sleep(20);
      const { pulses, coil, gateOpen } = await this.#gate();
      if (pulses > before && !coil && !gateOpen) return;
    }
  }

  async #gate() {
    return gateBoard.parse(await (await fetch(`${this.#gates}/state`)).json()).gates[0]!;
  }

  async #post(control: string, what: string, body: object): Promise<void> {
    const response = await fetch(`${control}/${what}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
  }
}
