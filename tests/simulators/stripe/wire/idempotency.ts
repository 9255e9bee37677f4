import { createHash } from 'node:crypto';
import { StripeFault } from './errors.ts';

export interface Answer {
  status: number;
  body: unknown;
}

interface Kept {
  requestHash: string;
  answer: Answer;
}

/** The first answer under a key is the answer for ever; other parameters under the same key are refused. */
export class IdempotencyStore {
  readonly #kept = new Map<string, Kept>();

  /** The kept answer of a repeated request, or undefined when the key is new. */
  recall(key: string, request: string): Answer | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    if (kept.requestHash === hashOf(request)) return kept.answer;
    throw new StripeFault(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }

  keep(key: string, request: string, answer: Answer): void {
    this.#kept.set(key, { requestHash: hashOf(request), answer });
  }
}

function hashOf(request: string): string {
  return createHash('sha256').update(request).digest('hex');
}
