import type { Logger } from 'pino';
import type { LiveMessageOf, LiveTopic } from '@washdesk/contracts/live-topic';
import { covers, holderOf, isOfSite, type LiveSource, type LiveGrant } from './live-source.ts';
import type { LiveNotice } from './publish.ts';

type Message = LiveMessageOf<LiveTopic>;

/** One open socket. */
export interface Listener {
  grant: LiveGrant;
  send(message: { type: string }): void;
  close(reason: string): void;
}

interface Subscription extends Listener {
  /** Changes that arrive while a snapshot is read. Sent after it, because the snapshot may be older. */
  held: Message[] | null;
  /** Settles when the last snapshot has been sent. */
  snapshot: Promise<void>;
}

/** Sockets per session or device: no browser has more windows with one. */
const mostOfHolder = 10;

/** Sends the messages of the features' topics to this process's sockets. Contains no topic names. */
export class LiveHub {
  readonly #log: Logger;
  readonly #sources = new Map<string, LiveSource>();
  readonly #subscriptions = new Set<Subscription>();

  constructor(log: Logger) {
    this.#log = log;
  }

  register(sources: readonly LiveSource[]): void {
    for (const source of sources) {
      const { name } = source.topic;
      if (this.#sources.has(name)) throw new Error(`two features provide the live topic ${name}`);
      this.#sources.set(name, source);
    }
  }

  topic(name: string): LiveTopic | undefined {
    return this.#sources.get(name)?.topic;
  }

  /** @returns removes the listener */
  join(listener: Listener): () => void {
    const holder = holderOf(listener.grant);
    const ofHolder = [...this.#subscriptions].filter(({ grant }) => holderOf(grant) === holder);
    if (ofHolder.length >= mostOfHolder) {
      listener.close('Too many windows of one session listen');
      return () => undefined;
    }
    const subscription = { ...listener, held: null, snapshot: Promise.resolve() };
    this.#subscriptions.add(subscription);
    const left = this.#sources.get(listener.grant.topic)?.joined?.(listener.grant);
    listener.send({ type: 'ready' });
    this.#sendSnapshot(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      left?.();
    };
  }

  /** Sends a message to the sockets of this process only. */
  deliver<T extends LiveTopic>({ name }: T, message: LiveMessageOf<T>): void {
    this.#deliver(name, message);
  }

  /** Whether a socket of this process receives messages of the topic from this site. */
  isWanted({ name }: LiveTopic, site: number): boolean {
    for (const { grant } of this.#subscriptions) if (covers({ ...grant, filter: {} }, name, { site }) && isOfSite(grant, site)) return true;
    return false;
  }

  /** Handles a notice from the database. */
  receive(payload: string): void {
    const { topic, site, message } = JSON.parse(payload) as LiveNotice;
    if (message) this.#deliver(topic, message);
    else this.#refresh(({ grant }) => covers({ ...grant, filter: {} }, topic, { site }));
  }

  /** Sends every socket a new snapshot: changes may have been missed. */
  refresh(): void {
    this.#refresh(() => true);
  }

  /** Closes the sockets of an ended session. */
  sessionEnded(session: string): void {
    for (const { grant, close } of this.#subscriptions) if (grant.session === session) close('The session has ended');
  }

  #refresh(isMeant: (subscription: Subscription) => boolean): void {
    for (const subscription of this.#subscriptions) if (isMeant(subscription)) this.#sendSnapshot(subscription);
  }

  #deliver(topic: string, message: Message): void {
    for (const { grant, held, send } of this.#subscriptions) {
      if (!covers(grant, topic, message)) continue;
      if (held) held.push(message);
      else send(message);
    }
  }

  /** Sends a socket its snapshots one after the other. */
  #sendSnapshot(subscription: Subscription): void {
    const { grant } = subscription;
    const source = this.#sources.get(grant.topic);
    if (!source?.snapshot) return;
    const held = (subscription.held ??= []);
    const read = async (): Promise<void> => {
      const messages = (await source.snapshot?.(grant)) ?? [];
      for (const message of messages) if (covers(grant, grant.topic, message)) this.#send(subscription, message);
    };
    const snapshot = subscription.snapshot
      .then(read)
      .catch((error: unknown) => this.#log.warn({ err: error, topic: grant.topic }, 'Snapshot for a live socket failed'))
      .then(() => {
        // another snapshot follows: it sends the held changes
        if (subscription.snapshot !== snapshot) return;
        subscription.held = null;
        for (const message of held) this.#send(subscription, message);
      });
    subscription.snapshot = snapshot;
  }

  #send(subscription: Subscription, message: Message): void {
    if (this.#subscriptions.has(subscription)) subscription.send(message);
  }
}
