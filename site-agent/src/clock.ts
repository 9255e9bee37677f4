import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from './ports/clock.ts';

/** The system's time, used if the company's clock is not moved. */
export const systemClock: Clock = { now: () => new Date() };

const fileSchema = z.object({ offsetMs: z.int() });

/** Returns the company's clock as configured: moved by the file `{"offsetMs": n}`, which is read each time, otherwise `system`. */
export function companyClock(file: string | undefined, system: Clock = systemClock): Clock {
  if (file === undefined) return system;
  return {
    now() {
      const { offsetMs } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      return new Date(system.now().getTime() + offsetMs);
    },
  };
}
