import { customerNetwork, networksOf } from './networks.ts';

interface Group<T> {
  /** Waiting items by customer network; the network first in order is next. */
  networks: Map<string, T[]>;
  size: number;
}

/** Waiting items per customer network; a person has one browser. */
const mostOfNetwork = 3;

/** Moves the first entry of a map behind all others. */
function rotate<V>(map: Map<string, V>, key: string, value: V, isEmpty: boolean): void {
  map.delete(key);
  if (!isEmpty) map.set(key, value);
}

/**
 * A bounded queue that takes turns by network, so that many items from some networks delay the others by one turn each. Providers' networks
 * (/16 or /32) take turns first, then the customers' networks inside.
 */
export class FairQueue<T> {
  readonly #most: number;
  readonly #groups = new Map<string, Group<T>>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns the item that has no room: this one, or another from the network with the most; null if all have */
  add(address: string, item: T): T | null {
    const network = customerNetwork(address);
    const provider = networksOf(address)[0] ?? network;
    const group = this.#groups.get(provider) ?? { networks: new Map<string, T[]>(), size: 0 };
    const items = group.networks.get(network) ?? [];
    if (items.length >= mostOfNetwork) return item;
    const dropped = this.#size >= this.#most ? this.#dropFor(group) : null;
    if (this.#size >= this.#most) return item;
    this.#groups.set(provider, group);
    group.networks.set(network, [...items, item]);
    group.size += 1;
    this.#size += 1;
    return dropped;
  }

  next(): T | null {
    const [first] = this.#groups;
    if (!first) return null;
    const [provider, group] = first;
    const [network, items] = [...group.networks][0]!;
    const [item, ...others] = items;
    group.size -= 1;
    this.#size -= 1;
    rotate(group.networks, network, others, others.length === 0);
    rotate(this.#groups, provider, group, group.size === 0);
    return item!;
  }

  /** Removes the last item of the largest group if that is larger than the newcomer's. */
  #dropFor(newcomer: Group<T>): T | null {
    const [provider, largest] = [...this.#groups].reduce((most, one) => (one[1].size > most[1].size ? one : most));
    if (largest.size <= newcomer.size + 1) return null;
    const [network, items] = [...largest.networks].at(-1)!;
    const dropped = items.pop()!;
    if (items.length === 0) largest.networks.delete(network);
    largest.size -= 1;
    this.#size -= 1;
    if (largest.size === 0) this.#groups.delete(provider);
    return dropped;
  }
}
