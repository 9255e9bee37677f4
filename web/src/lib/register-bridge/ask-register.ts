import { z } from 'zod';

/** How an act at the register ended, with a sentence for the cashier. */
export const outcome = z.object({ ok: z.boolean(), message: z.string() });
export type Outcome = z.infer<typeof outcome>;

interface Question {
  act: () => Promise<void>;
  done: string;
  /** What to say when the register keeps silent: the act may still happen, and must not be called failed. */
  stillOpen: string;
}

/** A printer that warms up and a sale that closes are done by then. */
const answersWithinMs = 15_000;

/** Asks the register around this page, and waits for it no longer than a cashier would. */
export async function askRegister({ act, done, stillOpen }: Question): Promise<Outcome> {
  let deadline: number | undefined;
  const silence = new Promise<Outcome>((resolve) => {
    deadline = window.setTimeout(() => resolve({ ok: false, message: stillOpen }), answersWithinMs);
  });
  try {
    return await Promise.race([told(act, done), silence]);
  } finally {
    window.clearTimeout(deadline);
  }
}

/** How an act that ends by itself ended. */
export async function told(act: () => Promise<void>, done: string): Promise<Outcome> {
  try {
    await act();
    return { ok: true, message: done };
  } catch (error) {
    return { ok: false, message: wordsOf(error) };
  }
}

/** What is thrown here may come from a call to the API or from a register's own program, and need not be an Error. */
export function wordsOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : String(error);
}
