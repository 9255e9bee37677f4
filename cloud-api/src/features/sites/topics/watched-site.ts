import type { SeenTopic } from '@washdesk/contracts/sites/site-topics';
import type { WatchedMessage } from '../../../ports/topic-watch.ts';
import { maskedPayload } from './masked-payload.ts';

/** A site has about fifty. */
export const mostTopics = 300;
const mostCharacters = 4_000;

interface Seen {
  last: WatchedMessage;
  retained: boolean;
  count: number;
  at: Date;
}

/** The last message of each topic of a site. A message costs nothing but its counting until it is shown. */
export class WatchedSite {
  readonly #topics = new Map<string, Seen>();
  #changed = new Set<string>();
  #left = new Set<string>();

  take(message: WatchedMessage, at: Date): void {
    const { topic } = message;
    const known = this.#topics.get(topic);
    if (!known && this.#topics.size >= mostTopics) {
      if (this.#left.size < mostTopics) this.#left.add(topic);
      return;
    }
    const isState = topic.startsWith('state/');
    // an open subscription receives a state without the flag, although the broker stores it
    this.#topics.set(topic, { last: message, retained: message.retained || isState, count: (known?.count ?? 0) + 1, at });
    this.#changed.add(topic);
  }

  /** Topics that had no more room. */
  get dropped(): number {
    return this.#left.size;
  }

  all(): SeenTopic[] {
    return [...this.#topics.keys()].map((topic) => this.#shown(topic));
  }

  /** Returns the topics that have changed since the last call. */
  takeChanged(): SeenTopic[] {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed.map((topic) => this.#shown(topic));
  }

  #shown(topic: string): SeenTopic {
    const { last, retained, count, at } = this.#topics.get(topic)!;
    const payload = textOf(last);
    const cut = payload !== null && payload.length > mostCharacters;
    return {
      topic,
      payload: cut ? payload.slice(0, mostCharacters) : payload,
      cut,
      bytes: last.payload.length,
      retained,
      qos: last.qos,
      count,
      at: at.toISOString(),
    };
  }
}

function textOf({ topic, payload }: WatchedMessage): string | null {
  try {
    return maskedPayload(topic, payload);
  } catch {
    return null;
  }
}
