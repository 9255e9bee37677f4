import { z } from 'zod';
import type { OperationActor } from './operation.ts';

/** The release before wrote no call, and the one before that no device. */
const actor = z.object({
  kind: z.enum(['staff', 'service']),
  id: z.string(),
  employee: z.int().nullable(),
  name: z.string(),
  roles: z.int(),
  device: z.string().nullable().default(null),
  requestId: z.string().optional(),
  site: z.int().nullable(),
  locationId: z.string().nullable(),
  terminal: z.string().nullable(),
  approver: z.object({ id: z.string(), name: z.string(), roles: z.int() }).optional(),
});

/** Who began an operation, as its row has it. Of one that an earlier release began the operation itself stands for the call. */
export function storedActor(operation: string, stored: object): OperationActor {
  const { requestId = `operation:${operation}`, approver, ...same } = actor.parse(stored);
  return { ...same, requestId, ...(approver && { approver }) };
}
