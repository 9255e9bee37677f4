import { z } from 'zod';
import type { MovableClock } from '../clock.ts';
import { readerInputSchema, type ReaderInput } from '../readers/reader-controls.ts';
import { behaviourChangeSchema, type BehaviourChange } from './behaviour.ts';

/** To a time, or by a number of seconds. */
const clockMoveSchema = z.union([z.strictObject({ to: z.iso.datetime({ offset: true }) }), z.strictObject({ by: z.number().min(0) })]);

const readerSchema = z.looseObject({ reader: z.string() });

/** The company's time; `offsetMs` is how far it is ahead of system time. */
export interface ClockState {
  now: string;
  offsetMs: number;
}

/** The simulator's controls, for the control port and for programs that run it as a module. */
export interface Controllable {
  clock: MovableClock;
  behave(change: BehaviourChange): void;
  /** Moves forward only and runs everything that becomes due. */
  moveClock(to: Date): void;
  /** Performs a customer's or cable's action at a reader. @throws ReaderRefusal if it is not waiting */
  reader(id: string, order: ReaderInput): void;
  /** Removes all idempotency keys, as Stripe may after a day. */
  forgetKeys(): void;
}

/** The calls of the control port besides `GET /state`. */
export interface Controls {
  gets: Record<string, () => unknown>;
  posts: Record<string, (body: unknown) => unknown>;
}

export function controlsOf(simulator: Controllable): Controls {
  const { behave, clock, moveClock, forgetKeys, reader } = simulator;
  const now = (): number => Date.now() + clock.offsetMs;
  const clockState = (): ClockState => ({ now: new Date(now()).toISOString(), offsetMs: clock.offsetMs });
  return {
    gets: { clock: clockState },
    posts: {
      behaviour: (body) => behave(behaviourChangeSchema.parse(body)),
      clock(body) {
        const move = clockMoveSchema.parse(body);
        moveClock('to' in move ? new Date(move.to) : new Date(now() + move.by * 1_000));
        return clockState();
      },
      'forget-keys': () => forgetKeys(),
      /** `{"reader": "tmr_…", "tap": "visa"}`, `"cancel": true` or `"online": false`. */
      readers(body) {
        const { reader: id, ...order } = readerSchema.parse(body);
        reader(id, readerInputSchema.parse(order));
      },
    },
  };
}
