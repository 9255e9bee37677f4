import { z } from 'zod';
import { networkFields } from '../device-fields.ts';

export const httpTabletFields = {
  ...networkFields,
  /** Interval of the tablet's health check. */
  probeEveryMs: z.int().min(100).max(600_000).default(30_000),
  /** Maximum wait for the tablet's response: the register's screen waits for a hint. */
  answerWithinMs: z.int().min(50).max(1_500).default(800),
};

export type HttpTabletConfig = z.output<z.ZodObject<typeof httpTabletFields>>;
