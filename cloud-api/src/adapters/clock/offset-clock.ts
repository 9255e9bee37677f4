import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import { systemClock } from './system-clock.ts';

const fileSchema = z.object({ offsetMs: z.int() });

/**
 * The system time plus the offset in a file, `{"offsetMs": n}`, read each time. Writing the file moves the time of the whole company at
 * once. Replace the file; never write it in place.
 */
export function offsetClock(file: string): Clock {
  return {
    now() {
      const { offsetMs } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      return new Date(systemClock.now().getTime() + offsetMs);
    },
  };
}

/** The company's clock as configured: moved by a file, or the system's own. */
export function companyClock(file: string | undefined): Clock {
  return file === undefined ? systemClock : offsetClock(file);
}
