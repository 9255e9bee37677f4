import { seededRandom } from '@washdesk/simulators/seeded-random';
import type { WebhookBehaviour } from '../server/behaviour.ts';
import type { Store } from '../state/store.ts';
import { wireCopy } from '../views/view.ts';
import { post } from './post.ts';

/** Concurrent requests, over all endpoints. */
const mostAtOnce = 16;
/** The range of delays of reordered deliveries and of duplicates. */
const strewnOverMs = 250;

interface Delivery {
  event: string;
  endpoint: string;
  /** 0 for the first. */
  attempt: number;
}

export interface DeliveryCounts {
  delivered: number;
  /** Waiting, in progress or between two attempts. */
  pending: number;
  /** Held back by `hold`; also counted in `pending`. */
  held: number;
  /** Never sent, or abandoned after the last attempt. */
  lost: number;
}

/** Delivers events to their endpoints: in parallel, in no particular order, retried until the endpoint responds 2xx. */
export class Deliveries {
  readonly #store: Store;
  readonly #behaviour: () => WebhookBehaviour;
  readonly #pending = new Set<Delivery>();
  readonly #ready: Delivery[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #waiters = new Set<() => void>();
  #draw: () => number;
  #underWay = 0;
  #delivered = 0;
  #lost = 0;

  constructor(store: Store, behaviour: () => WebhookBehaviour, seed: number) {
    this.#store = store;
    this.#behaviour = behaviour;
    this.#draw = seededRandom(seed);
  }

  reseed(seed: number): void {
    this.#draw = seededRandom(seed);
  }

  /** Returns the endpoints that receive an event, without those for which it is lost. */
  withoutLost(endpoints: readonly string[]): string[] {
    const kept = endpoints.filter(() => !this.#happens(this.#behaviour().lose));
    this.#lost += endpoints.length - kept.length;
    return kept;
  }

  start(event: string, endpoint: string): void {
    const { delayMs, reorder, duplicate } = this.#behaviour();
    const strewn = (): number => this.#draw() * strewnOverMs;
    this.#schedule({ event, endpoint, attempt: 0 }, delayMs + (reorder ? strewn() : 0));
    if (this.#happens(duplicate)) this.#schedule({ event, endpoint, attempt: 0 }, delayMs + strewn());
  }

  /** Resumes the deliveries of an earlier process. */
  resume(): void {
    for (const { id, pendingFor } of this.#store.list('event').toReversed()) for (const endpoint of pendingFor) this.start(id, endpoint);
  }

  /** Sends the deliveries that are ready. Called again when nothing is held back any more. */
  pump(): void {
    while (this.#ready.length > 0 && this.#underWay < mostAtOnce && !this.#behaviour().hold) {
      const position = this.#behaviour().reorder ? Math.floor(this.#draw() * this.#ready.length) : 0;
      const [delivery] = this.#ready.splice(position, 1);
      if (delivery) void this.#send(delivery);
    }
    this.#tellWaiters();
  }

  counts(): DeliveryCounts {
    const held = this.#behaviour().hold ? this.#ready.length : 0;
    return { delivered: this.#delivered, pending: this.#pending.size, held, lost: this.#lost };
  }

  /** Resolves when everything is delivered or abandoned, except what is held back. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add(resolve);
      this.#tellWaiters();
    });
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#ready.length = 0;
    this.#pending.clear();
    this.#tellWaiters();
  }

  #schedule(delivery: Delivery, inMs: number): void {
    this.#pending.add(delivery);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#ready.push(delivery);
      this.pump();
    }, inMs).unref();
    this.#timers.add(timer);
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.#store.get('event', delivery.event);
    const endpoint = this.#store.get('webhook_endpoint', delivery.endpoint);
    // a deleted endpoint receives nothing more
    if (!event || !endpoint) return this.#end(delivery);
    this.#underWay += 1;
    const taken = await post(endpoint, JSON.stringify(wireCopy(this.#store, event)));
    this.#underWay -= 1;
    // stopped meanwhile: the next process delivers it again
    if (!this.#pending.has(delivery)) return;
    if (taken) this.#taken(delivery);
    else this.#again(delivery);
  }

  #taken(delivery: Delivery): void {
    const event = this.#store.get('event', delivery.event);
    this.#delivered += 1;
    if (event?.pendingFor.includes(delivery.endpoint)) {
      this.#store.put({ ...event, pendingFor: event.pendingFor.filter((id) => id !== delivery.endpoint) });
    }
    this.#end(delivery);
  }

  #again(delivery: Delivery): void {
    const waitMs = this.#behaviour().retryAfterMs[delivery.attempt];
    this.#pending.delete(delivery);
    if (waitMs !== undefined) this.#schedule({ ...delivery, attempt: delivery.attempt + 1 }, waitMs);
    else this.#lost += 1;
    this.pump();
  }

  #end(delivery: Delivery): void {
    this.#pending.delete(delivery);
    this.pump();
  }

  #tellWaiters(): void {
    if (this.#pending.size > this.counts().held) return;
    for (const tell of this.#waiters) tell();
    this.#waiters.clear();
  }

  #happens(probability: number): boolean {
    return probability > 0 && this.#draw() < probability;
  }
}
