import { z } from 'zod';
import { behaviourChangeSchema } from './behaviour.ts';
import { readerOrderSchema } from './readers/reader-counter.ts';
import type { StripeSimulator } from './simulator.ts';

/** To an instant, or by so many seconds. */
const clockMoveSchema = z.union([z.strictObject({ to: z.iso.datetime({ offset: true }) }), z.strictObject({ by: z.number().min(0) })]);

const readerSchema = z.looseObject({ reader: z.string() });

/** Where the company's time stands; `offsetMs` is how far it is before the system's. */
export interface ClockState {
  now: string;
  offsetMs: number;
}

type Controlled = Pick<StripeSimulator, 'behave' | 'clock' | 'moveClock' | 'forgetKeys' | 'reader'>;

/** What the control port answers and takes besides `GET /state`. */
export function controlsOf(simulator: Controlled): {
  gets: Record<string, () => unknown>;
  posts: Record<string, (body: unknown) => unknown>;
} {
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
        reader(id, readerOrderSchema.parse(order));
      },
    },
  };
}
