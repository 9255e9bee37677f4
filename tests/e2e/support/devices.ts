import type { Workbench } from '@washdesk/deploy/local/workbench';
import { until } from '@washdesk/tests/support/until';

interface GateBoard {
  gates: { coil: boolean; pulses: number; log: { at: number; event: string }[] }[];
}

interface Printer {
  paper: { text: string; at: number }[];
}

interface Tablet {
  waiting: { plate: string | null }[];
}

/** The gates' places on the board of every site (deploy/local/workbench/site-services). */
const gatePlaces = { north: 0, south: 1 } as const;
export type GateName = keyof typeof gatePlaces;

const wellBehavedGates = { mute: false, muteWrites: false, lateAnswerMs: 0, refuse: false };

/** What a person at the wash would see of the devices, and do to them. */
export class Devices {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  async gate(site: number, name: GateName) {
    const board = await this.#state<GateBoard>(`gate-${site}`);
    const gate = board.gates[gatePlaces[name]];
    if (!gate) throw new Error(`The board of site ${site} has no gate ${name}`);
    return gate;
  }

  /** Switches of the whole board, as in the simulator's own list. */
  async gatesBehave(site: number, behaviour: Record<string, unknown>): Promise<void> {
    await this.#post(`gate-${site}`, 'behaviour', behaviour);
  }

  async receipts(site: number): Promise<string[]> {
    const { paper } = await this.#state<Printer>(`printer-${site}`);
    return paper.map(({ text }) => text);
  }

  /** Waits for the receipt after so many that lay there before. */
  async receiptAfter(site: number, before: number): Promise<string> {
    return until('a receipt to be printed', async () => (await this.receipts(site))[before], 8_000);
  }

  /** Waits until the site's tablet asks for the signature of a plate's agreement. */
  async signatureAsked(site: number, plate: string): Promise<void> {
    await until(
      'the tablet to ask for a signature',
      async () => {
        const { waiting } = await this.#state<Tablet>(`tablet-${site}`);
        return waiting.some((request) => request.plate === plate) || undefined;
      },
      10_000,
    );
  }

  /** A sleeping tablet asks the cloud for nothing. */
  async tabletSleeps(site: number, asleep: boolean): Promise<void> {
    await this.#post(`tablet-${site}`, 'behaviour', { asleep });
  }

  /** A car with this tag drives under the reader. */
  async passUnderReader(site: number, tag: string): Promise<void> {
    await this.#post(`rfid-${site}`, 'tag', { tag });
  }

  async behaveWell(): Promise<void> {
    await Promise.all(this.#workbench.company.sites.map(({ number }) => this.gatesBehave(number, wellBehavedGates)));
  }

  async #state<State>(name: string): Promise<State> {
    const response = await fetch(`${this.#workbench.control(name)}/state`);
    return (await response.json()) as State;
  }

  async #post(name: string, action: string, body: unknown): Promise<void> {
    const response = await fetch(`${this.#workbench.control(name)}/${action}`, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${name} refused ${action}: ${await response.text()}`);
  }
}
