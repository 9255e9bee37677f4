import { z } from 'zod';
import { networkFields } from '../device-fields.ts';

export const httpTabletFields = {
  ...networkFields,
  /** How often the tablet is asked whether it is there. */
  probeEveryMs: z.int().min(100).max(600_000).default(30_000),
  /** The longest wait for the tablet's answer: the register's screen waits behind a hint. */
  answerWithinMs: z.int().min(50).max(1_500).default(800),
};

export type HttpTabletConfig = z.output<z.ZodObject<typeof httpTabletFields>>;
