import { z } from 'zod';
import type { OperationActor } from './operation.ts';

const actor = z.object({
  kind: z.enum(['staff', 'service']),
  id: z.string(),
  employee: z.int().nullable(),
  name: z.string(),
  roles: z.int(),
  device: z.string().nullable(),
  requestId: z.string(),
  site: z.int().nullable(),
  locationId: z.string().nullable(),
  terminal: z.string().nullable(),
  approver: z.object({ id: z.string(), name: z.string(), roles: z.int() }).optional(),
});

/** Parses the actor stored in an operation's row. */
export function storedActor(stored: object): OperationActor {
  const { approver, ...same } = actor.parse(stored);
  return { ...same, ...(approver && { approver }) };
}

/** Returns the stored actor's name and site, for a list. */
export const storedActorName = (stored: object): { name: string; site: number | null } =>
  actor.pick({ name: true, site: true }).parse(stored);
