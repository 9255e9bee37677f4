import { tlvAt, tlvsIn } from './wire.ts';

/** LLRP's states of a ROSpec. */
type State = 'disabled' | 'inactive' | 'active';

interface Rospec {
  state: State;
  startsAtOnce: boolean;
  session: number;
  /** Impinj's search mode, if the client sets one. */
  searchMode: number | null;
  /** Index of the transmit power, if the client sets one. */
  powerLevel: number | null;
  body: Buffer;
}

/** Result of a request: LLRP's status code and the reader's words. */
export type Outcome = readonly [code: number, words: string];

const ok: Outcome = [0, ''];
const unknown: Outcome = [101, 'Unknown ROSpecID'];

/** The ROSpecs of a reader. They survive a lost connection. */
export class Rospecs {
  readonly #specs = new Map<number, Rospec>();

  get isReading(): boolean {
    return [...this.#specs.values()].some(({ state }) => state === 'active');
  }

  list(): (Omit<Rospec, 'body' | 'startsAtOnce'> & { id: number })[] {
    return Array.from(this.#specs, ([id, { state, session, searchMode, powerLevel }]) => ({ id, state, session, searchMode, powerLevel }));
  }

  bodies(): Buffer[] {
    return [...this.#specs.values()].map(({ body }) => body);
  }

  add(body: Buffer): Outcome {
    const spec = tlvsIn(body).find(({ type }) => type === 177)?.body;
    if (!spec) return [103, 'ROSpec is missing'];
    const id = spec.readUInt32BE(0);
    if (this.#specs.has(id)) return [101, 'ROSpecID exists'];
    const inside = spec.subarray(6);
    const antennas = tlvsIn(inside).find(({ type }) => type === 183)?.body;
    const configuration = antennas && tlvAt(antennas.subarray(2 + antennas.readUInt16BE(0) * 2), toAntennaConfiguration);
    const command = configuration && tlvAt(configuration, [{ type: 330, skip: 1 }]);
    if (!command) return [103, 'AISpec is missing'];
    const control = tlvsIn(command).find(({ type }) => type === 336)?.body;
    const searchMode = tlvsIn(command).find(({ type, body: each }) => type === 1_023 && each.readUInt32BE(4) === 23)?.body;
    this.#specs.set(id, {
      state: 'disabled',
      startsAtOnce: tlvAt(inside, [{ type: 178 }, { type: 179 }])?.[0] === 1,
      session: (control?.[0] ?? 0) >> 6,
      searchMode: searchMode?.readUInt16BE(8) ?? null,
      powerLevel: tlvAt(configuration, [{ type: 224 }])?.readUInt16BE(4) ?? null,
      body: spec,
    });
    return ok;
  }

  remove(id: number): Outcome {
    if (id === 0) this.#specs.clear();
    else if (!this.#specs.delete(id)) return unknown;
    return ok;
  }

  enable(id: number): Outcome {
    return this.#change(id, (spec) => (spec.startsAtOnce ? 'active' : 'inactive'));
  }

  disable(id: number): Outcome {
    return this.#change(id, () => 'disabled');
  }

  start(id: number): Outcome {
    return this.#change(id, ({ state }) => (state === 'inactive' ? 'active' : null));
  }

  stop(id: number): Outcome {
    return this.#change(id, ({ state }) => (state === 'active' ? 'inactive' : null));
  }

  #change(id: number, next: (spec: Rospec) => State | null): Outcome {
    const specs = id === 0 ? [...this.#specs.values()] : [this.#specs.get(id)].filter((found) => found !== undefined);
    if (id !== 0 && specs.length === 0) return unknown;
    for (const spec of specs) {
      const state = next(spec);
      if (state === null) return [101, `The ROSpec is ${spec.state}`];
      spec.state = state;
    }
    return ok;
  }
}

/** Inside an AISpec, after its antennas: InventoryParameterSpec, AntennaConfiguration. */
const toAntennaConfiguration = [
  { type: 186, skip: 3 },
  { type: 222, skip: 2 },
];
