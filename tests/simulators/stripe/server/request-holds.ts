type Part = 'request' | 'response';

export interface RequestHold {
  /** Resolves when the first request is held. */
  reached: Promise<void>;
  release(): void;
}

interface Held {
  part: Part;
  endpoint: string;
  reach: () => void;
  released: Promise<void>;
}

/** Holds requests before their execution, or executed ones before their response, so that a test can kill the waiting caller. */
export class RequestHolds {
  readonly #held = new Set<Held>();

  /** @param endpoint method and path with parameter names, as in the counts of requests */
  hold(part: Part, endpoint: string): RequestHold {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = { part, endpoint, reach: reached.resolve, released: released.promise };
    this.#held.add(held);
    return {
      reached: reached.promise,
      release: () => {
        this.#held.delete(held);
        released.resolve();
      },
    };
  }

  /** Resolves when no hold keeps the request any more. */
  async pass(part: Part, endpoint: string): Promise<void> {
    for (const held of this.#held) {
      if (held.part !== part || held.endpoint !== endpoint) continue;
      held.reach();
      await held.released;
    }
  }
}
