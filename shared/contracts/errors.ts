import { z } from 'zod';

export const problem = z.object({ path: z.string(), message: z.string() });
export type Problem = z.infer<typeof problem>;

/** The message of a rejection for the caller's roles without a reason of its own. `details` may name the `role` that would be enough. */
export const forbiddenMessage = 'You do not have the proper permissions to access this resource';

/** The only error shape. `message` is for people, `code` for programs; `details` depends on the code. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  problems: z.array(problem).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ApiError = z.infer<typeof apiError>;
