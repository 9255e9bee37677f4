import { z } from 'zod';
import { startControlServer, type ControlledDevice, type ControlServer } from './device-kit/control-server.ts';
import type { RunningSimulator } from './device-kit/run-simulator.ts';
import { kindOf } from './kinds.ts';

const startPost = z.strictObject({
  name: z.string(),
  kind: z.string(),
  port: z.int(),
  control: z.int(),
  flags: z.record(z.string(), z.string()),
});
const stopPost = z.strictObject({ name: z.string() });

export type SimulatorStart = z.infer<typeof startPost>;

/**
 * Several simulators in one process, each on its own ports. Stopping one has the effect of a killed process: connections are closed, new
 * ones are refused, and its state is lost.
 */
export class SimulatorHost {
  readonly #running = new Map<string, { simulator: RunningSimulator; control: ControlServer }>();

  /** `POST /start`, `POST /stop {name}`, and `GET /state`: the names of the running simulators. */
  get device(): ControlledDevice {
    return {
      state: () => ({ running: [...this.#running.keys()] }),
      posts: {
        start: (body) => this.start(startPost.parse(body)),
        stop: (body) => this.stopOne(stopPost.parse(body).name),
      },
    };
  }

  /** @returns its ports */
  async start({ name, kind, port, control, flags }: SimulatorStart): Promise<{ port: number; control: number }> {
    if (this.#running.has(name)) throw new Error(`Simulator already running: ${name}`);
    const simulator = await kindOf(kind).start(port, flags);
    try {
      const hidden = await startControlServer(control, simulator);
      this.#running.set(name, { simulator, control: hidden });
      return { port: simulator.port, control: hidden.port };
    } catch (error) {
      await simulator.stop();
      throw error;
    }
  }

  async stopOne(name: string): Promise<void> {
    const found = this.#running.get(name);
    this.#running.delete(name);
    await Promise.all([found?.simulator.stop(), found?.control.stop()]);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.stopOne(name)));
  }
}
