import { z } from 'zod';
import { networkFields } from '../device-fields.ts';

export const httpTabletFields = {
  ...networkFields,
  probeEveryMs: z
    .int()
    .min(100)
    .max(600_000)
    .default(30_000)
    .meta({ title: 'Probe interval (ms)', description: 'Interval of the tablet’s health check' }),
  answerWithinMs: z
    .int()
    .min(50)
    .max(1_500)
    .default(800)
    .meta({ title: 'Response within (ms)', description: 'Maximum wait for the tablet’s response: the register’s screen waits for a hint' }),
};
