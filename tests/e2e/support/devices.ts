import { until } from '@washdesk/test-support/until';
import type { OpenWorkbench } from './run-workbench.ts';

interface GateBoard {
  gates: { coil: boolean; pulses: number; log: { at: number; event: string }[] }[];
}

interface Printer {
  paper: { text: string; at: number }[];
}

interface Tablet {
  waiting: { plate: string | null }[];
}

/** The gates' positions on the board of every site (deploy/workbench/site-devices/gates.ts). */
const gatePlaces = { north: 0, south: 1 } as const;
export type GateName = keyof typeof gatePlaces;

const wellBehavedGates = { mute: false, muteWrites: false, lateAnswerMs: 0, refuse: false };

/** Longer than the cooldown of a gate after its opening (3 s, `cooldownMs` of the gate kind). */
const cooldownMs = 3_500;

/** The devices of one site, as a person there sees and operates them. */
export class Devices {
  readonly #workbench: OpenWorkbench;
  readonly #site: number;

  constructor(workbench: OpenWorkbench, site: number) {
    this.#workbench = workbench;
    this.#site = site;
  }

  async gate(name: GateName) {
    const board = await this.#state<GateBoard>('gate');
    const gate = board.gates[gatePlaces[name]];
    if (!gate) throw new Error(`The board of site ${this.#site} has no gate ${name}`);
    return gate;
  }

  /** Waits until the cooldown after the last opening of each gate is over, so that the next press opens it. */
  async gatesCooledDown(): Promise<void> {
    await until('the cooldown of the gates to end', async () => {
      const { gates } = await this.#state<GateBoard>('gate');
      const openings = gates.flatMap(({ log }) => log.filter(({ event }) => event === 'coil on').map(({ at }) => at));
      return Date.now() - Math.max(0, ...openings) > cooldownMs || undefined;
    });
  }

  /** Sets faults of the whole board, as listed by the simulator. */
  async gatesBehave(behaviour: Record<string, unknown>): Promise<void> {
    await this.#post('gate', 'behaviour', behaviour);
  }

  async receipts(): Promise<string[]> {
    const { paper } = await this.#state<Printer>('printer');
    return paper.map(({ text }) => text);
  }

  /** Waits for the next receipt after `before` earlier ones. */
  async receiptAfter(before: number): Promise<string> {
    return until('a receipt to be printed', async () => (await this.receipts())[before]);
  }

  /** Waits until the tablet requests the signature of a plate's agreement. */
  async signatureAsked(plate: string): Promise<void> {
    await until('the tablet to ask for a signature', async () => {
      const { waiting } = await this.#state<Tablet>('tablet');
      return waiting.some((request) => request.plate === plate) || undefined;
    });
  }

  /** A sleeping tablet does not poll the cloud. */
  async tabletSleeps(asleep: boolean): Promise<void> {
    await this.#post('tablet', 'behaviour', { asleep });
  }

  /** Simulates a car with this tag passing the reader. */
  async passUnderReader(tag: string): Promise<void> {
    await this.#post('rfid', 'tag', { tag });
  }

  /** Simulates a car that drives up to the plate camera of lane 1. */
  async passCamera(car: { plate: string; score: number }): Promise<void> {
    await this.#post('camera', 'car', car);
  }

  async behaveWell(): Promise<void> {
    await this.gatesBehave(wellBehavedGates);
  }

  async #state<State>(device: string): Promise<State> {
    const response = await fetch(`${this.#workbench.control(`${device}-${this.#site}`)}/state`);
    return (await response.json()) as State;
  }

  async #post(device: string, action: string, body: unknown): Promise<void> {
    const name = `${device}-${this.#site}`;
    const response = await fetch(`${this.#workbench.control(name)}/${action}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${name} rejected ${action}: ${await response.text()}`);
  }
}
