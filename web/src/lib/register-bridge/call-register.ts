import { z } from 'zod';

/** How an operation at the register ended, with a sentence for the cashier. */
export const outcome = z.object({ ok: z.boolean(), message: z.string() });
export type Outcome = z.infer<typeof outcome>;

interface RegisterCall {
  send: () => Promise<void>;
  done: string;
  /** Shown when the register does not answer: the operation may still happen and must not be called failed. */
  noAnswer: string;
}

/** Time limit of the register; a printer warming up or a sale closing takes less. */
const answersWithinMs = 15_000;

/** Calls the register around this page and waits for its answer up to the time limit. */
export async function callRegister({ send, done, noAnswer }: RegisterCall): Promise<Outcome> {
  let deadline: number | undefined;
  const silence = new Promise<Outcome>((resolve) => {
    deadline = window.setTimeout(() => resolve({ ok: false, message: noAnswer }), answersWithinMs);
  });
  try {
    return await Promise.race([outcomeOf(send, done), silence]);
  } finally {
    window.clearTimeout(deadline);
  }
}

/** Returns the outcome of an operation that reports its own end. */
export async function outcomeOf(send: () => Promise<void>, done: string): Promise<Outcome> {
  try {
    await send();
    return { ok: true, message: done };
  } catch (error) {
    return { ok: false, message: errorText(error) };
  }
}

/** The thrown value may come from an API call or the register's program, and may not be an Error. */
export function errorText(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : String(error);
}
