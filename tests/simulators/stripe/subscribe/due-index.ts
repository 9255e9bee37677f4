interface Entry {
  at: number;
  id: string;
}

/** Subscriptions by due time, earliest first: a binary heap whose outdated entries are skipped when they reach the top. */
export class DueIndex {
  readonly #heap: Entry[] = [];
  readonly #current = new Map<string, number>();

  /** @param at epoch seconds; undefined if nothing is due any more */
  set(id: string, at: number | undefined): void {
    if (this.#current.get(id) === at) return;
    if (at === undefined) this.#current.delete(id);
    else {
      this.#current.set(id, at);
      this.#push({ at, id });
    }
  }

  next(): number | undefined {
    this.#dropOvertaken();
    return this.#heap[0]?.at;
  }

  /** Yields and removes every subscription due by then, one by one, including those that become due meanwhile. */
  *dueAt(at: number): Generator<string> {
    for (;;) {
      const next = this.next();
      const first = this.#heap[0];
      if (next === undefined || next > at || !first) return;
      this.#pop();
      this.#current.delete(first.id);
      yield first.id;
    }
  }

  #dropOvertaken(): void {
    for (;;) {
      const first = this.#heap[0];
      if (!first || this.#current.get(first.id) === first.at) return;
      this.#pop();
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(entry, heap[parent])) break;
      this.#swap(place, parent);
      place = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const smaller = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      if (!isBefore(heap[smaller], heap[place])) return;
      this.#swap(place, smaller);
      place = smaller;
    }
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (!first || !second) return;
    this.#heap[one] = second;
    this.#heap[other] = first;
  }
}

/** Orders the same time by id, so that the same sandbox always runs in the same order. */
function isBefore(one: Entry | undefined, other: Entry | undefined): boolean {
  if (!one || !other) return one !== undefined;
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}
