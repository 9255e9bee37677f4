import { z } from 'zod';
import { isCallFailure } from './call-failure.ts';

const confirmation = z.object({ members: z.int() });

/** Returns how many members a refused change concerns; null if it was not refused for their number. */
export function membersToConfirm(failure: unknown): number | null {
  if (!isCallFailure(failure) || failure.code !== 'confirm_members') return null;
  return confirmation.safeParse(failure.details).data?.members ?? null;
}
