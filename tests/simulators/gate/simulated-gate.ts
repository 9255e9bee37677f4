import { z } from 'zod';

export interface GateBehaviour {
  /** The gate-open switch is connected and works. */
  gateOpenInput: boolean;
  /** The operator moves the gate when its input is pulsed. */
  moves: boolean;
  /** The relay contacts are welded: OFF is acknowledged, but the coil reads ON. */
  weldedRelay: boolean;
  /** The board's own timer does not end pulses. */
  timerStuck: boolean;
  presence: boolean;
  mergeActive: boolean;
  washInUse: boolean;
  /** From the start of the pulse to the gate-open switch. */
  opensAfterMs: number;
  /** From the start of the last pulse until the operator has closed the gate. */
  closesAfterMs: number;
}

export const wellBehavedGate: GateBehaviour = {
  gateOpenInput: true,
  moves: true,
  weldedRelay: false,
  timerStuck: false,
  presence: false,
  mergeActive: false,
  washInUse: false,
  opensAfterMs: 300,
  closesAfterMs: 3_000,
};

/** The switches of a gate, for the control server of any board. */
export const gateSwitches = {
  gateOpenInput: z.boolean().optional(),
  moves: z.boolean().optional(),
  weldedRelay: z.boolean().optional(),
  timerStuck: z.boolean().optional(),
  presence: z.boolean().optional(),
  mergeActive: z.boolean().optional(),
  washInUse: z.boolean().optional(),
  opensAfterMs: z.int().min(0).optional(),
  closesAfterMs: z.int().min(0).optional(),
};

/** Copies the switches of `change` that `target` has. */
export function assignKnown(target: object, change: Record<string, unknown>): void {
  const known = Object.entries(change).filter(([name, value]) => name in target && value !== undefined);
  Object.assign(target, Object.fromEntries(known));
}

export interface GateLogEntry {
  /** Epoch milliseconds with fractions, comparable across the processes of one machine. */
  at: number;
  event: 'write on' | 'write off' | 'write timed pulse' | 'coil on' | 'coil off' | 'gate open' | 'gate closed';
}

const longestLog = 2_000;

/** One relay with its gate. Every coil write is stored with its time. */
export class SimulatedGate {
  readonly behaviour: GateBehaviour;
  readonly #log: GateLogEntry[] = [];
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #coil = false;
  #open = false;
  #pulses = 0;
  #writes = 0;

  constructor(behaviour: Partial<GateBehaviour> = {}) {
    this.behaviour = { ...wellBehavedGate, ...behaviour };
  }

  get coil(): boolean {
    return this.#coil;
  }

  /** In the order of the board's wiring. */
  get inputs(): [gateOpen: boolean, presence: boolean, merge: boolean, washInUse: boolean] {
    const { gateOpenInput, presence, mergeActive, washInUse } = this.behaviour;
    return [this.#open && gateOpenInput, presence, mergeActive, washInUse];
  }

  get state() {
    const [gateOpen, presence, merge] = this.inputs;
    return { coil: this.#coil, gateOpen, presence, merge, pulses: this.#pulses, writes: this.#writes, log: this.#log };
  }

  write(on: boolean): void {
    this.#writes += 1;
    this.#note(on ? 'write on' : 'write off');
    this.#cancel('release');
    this.#switch(on);
  }

  /** Starts the board's timed pulse, which ends automatically. */
  pulse(ms: number): void {
    this.#writes += 1;
    this.#note('write timed pulse');
    this.#switch(true);
    if (!this.behaviour.timerStuck) this.#after('release', ms, () => this.#switch(false));
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #switch(on: boolean): void {
    if (on === this.#coil || (!on && this.behaviour.weldedRelay)) return;
    this.#coil = on;
    this.#note(on ? 'coil on' : 'coil off');
    if (on) this.#operate();
  }

  /** Reacts to a closing contact as the gate operator does. */
  #operate(): void {
    this.#pulses += 1;
    if (!this.behaviour.moves) return;
    this.#after('open', this.behaviour.opensAfterMs, () => this.#move(true));
    this.#after('close', this.behaviour.closesAfterMs, () => this.#move(false));
  }

  #move(open: boolean): void {
    if (open === this.#open) return;
    this.#open = open;
    this.#note(open ? 'gate open' : 'gate closed');
  }

  #after(what: string, ms: number, run: () => void): void {
    this.#cancel(what);
    this.#timers.set(what, setTimeout(run, ms));
  }

  #cancel(what: string): void {
    clearTimeout(this.#timers.get(what));
  }

  #note(event: GateLogEntry['event']): void {
    this.#log.push({ at: performance.timeOrigin + performance.now(), event });
    if (this.#log.length > longestLog) this.#log.shift();
  }
}
