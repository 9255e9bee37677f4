import { z } from 'zod';

export const problem = z.object({ path: z.string(), message: z.string() });
export type Problem = z.infer<typeof problem>;

/** The only error shape. `message` is for people, `code` for programs; `details` depends on the code. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  problems: z.array(problem).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ApiError = z.infer<typeof apiError>;
