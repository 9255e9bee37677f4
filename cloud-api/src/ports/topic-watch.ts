export interface WatchedMessage {
  /** After the site: `state/dev/north`. */
  topic: string;
  payload: Buffer;
  /** Whether the broker sent its stored copy. */
  retained: boolean;
  qos: number;
}

/** Every message of a site's topics, in both directions, for a person who looks at them. */
export interface TopicWatch {
  /** @returns ends the watch */
  watch(site: number, onMessage: (message: WatchedMessage) => void): () => void;
}
