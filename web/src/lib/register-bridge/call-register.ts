import { z } from 'zod';

/** How an operation at the register ended, with a sentence for the cashier. */
export const outcome = z.object({ ok: z.boolean(), message: z.string() });
export type Outcome = z.infer<typeof outcome>;

interface RegisterCall {
  send: () => Promise<void>;
  done: string;
  /** What to say when the register keeps silent: the operation may still happen, and must not be called failed. */
  noAnswer: string;
}

/** How long the register may take; a printer that warms up and a sale that closes need less. */
const answersWithinMs = 15_000;

/** Asks the register around this page, and waits for its answer no longer than a cashier would. */
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

/** How an operation that ends by itself ended. */
export async function outcomeOf(send: () => Promise<void>, done: string): Promise<Outcome> {
  try {
    await send();
    return { ok: true, message: done };
  } catch (error) {
    return { ok: false, message: errorText(error) };
  }
}

/** What is thrown here may come from a call to the API or from a register's own program, and need not be an Error. */
export function errorText(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : String(error);
}
