import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { GateState } from '@washdesk/simulators/gate/gate-simulator';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { gateStatesAt, setGateBehaviour } from './gate-watch.ts';

const reader = z.object({ connections: z.int() });

/** A gate that returns to rest quickly. */
const brisk = { opensAfterMs: 10, closesAfterMs: 100 };

/** How long a car waits for its gate. */
const waitsMs = 1_500;

/** Cars with tags at a site's first lane, one after the other. */
export class LaneCars {
  readonly #workbench: Workbench;
  readonly #site: number;

  private constructor(workbench: Workbench, site: number) {
    this.#workbench = workbench;
    this.#site = site;
  }

  static async open(workbench: Workbench, site: number): Promise<LaneCars> {
    const cars = new LaneCars(workbench, site);
    await setGateBehaviour(workbench, site, brisk);
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
      const { connections } = reader.parse(await (await fetch(`${this.#reader()}/state`)).json());
      return connections > 0 ? true : null;
    });
  }

  async #pass(tag: string): Promise<void> {
    const before = await this.pulses();
    const read = await fetch(`${this.#reader()}/tag`, { method: 'POST', body: JSON.stringify({ tag, antenna: 1, count: 2 }) });
    if (!read.ok) throw new Error(await read.text());
    const began = performance.now();
    while (performance.now() - began < waitsMs) {
      await sleep(20);
      const { pulses, coil, gateOpen } = await this.#gate();
      if (pulses > before && !coil && !gateOpen) return;
    }
  }

  async #gate(): Promise<GateState> {
    return (await gateStatesAt(this.#workbench, this.#site))[0]!;
  }

  #reader(): string {
    return this.#workbench.control(`rfid-${this.#site}`);
  }
}
