import { expand } from './expand.ts';
import { listParameters, pageOf } from './list.ts';
import { show } from './show.ts';
import { noSuch } from './wire/errors.ts';
import type { Input } from './wire/input.ts';
import type { Kind, Objects, Store } from './store.ts';

/** What an operation works on. */
export interface World {
  store: Store;
  /** A fresh id such as `pst_test_…`. */
  newId(prefix: string): string;
}

export interface Call {
  /** The values of the path's parameters. */
  path: Record<string, string>;
  input: Input;
  /** The path asked for, which a list repeats as its `url`. */
  url: string;
}

/** One method on one path. `parameters` is all it knows; anything else is refused before it runs. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  parameters: readonly string[];
  run(world: World, call: Call): unknown;
}

type Filter<K extends Kind> = (input: Input) => (object: Objects[K]) => boolean;

interface ListOptions<K extends Kind> {
  kind: K;
  /** What Stripe calls it in messages, where that is not the kind. */
  named?: string;
  path: string;
  filters: readonly string[];
  where: Filter<K>;
}

/** GET of a collection: filtered, cut into a page, expanded. */
export function listOperation<K extends Kind>({ kind, named = kind, path, filters, where }: ListOptions<K>): Operation {
  return {
    method: 'GET',
    path,
    parameters: [...listParameters, ...filters],
    run({ store }, { input, url }) {
      const page = pageOf(store.list(kind).filter(where(input)), input, named);
      const list = { object: 'list', data: page.data.map((object) => show(store, object)), has_more: page.has_more, url };
      expand(store, list, input.texts('expand'));
      return list;
    },
  };
}

/** GET of one object; a deleted customer answers with its tombstone. */
export function retrieveOperation(kind: Kind, path: string, named: string = kind): Operation {
  return {
    method: 'GET',
    path: `${path}/:id`,
    parameters: ['expand'],
    run({ store }, { path: { id = '' }, input }) {
      const object = store.find(id);
      if (object?.object !== kind) throw noSuch(named, id);
      const wire = show(store, object);
      expand(store, wire, input.texts('expand'));
      return wire;
    },
  };
}

/** POST to one object: `change` gives the fields that become different. */
export function updateOperation<K extends Kind>(
  kind: K,
  path: string,
  parameters: readonly string[],
  change: (object: Objects[K], input: Input) => Partial<Objects[K]>,
): Operation {
  return {
    method: 'POST',
    path: `${path}/:id`,
    parameters: ['expand', ...parameters],
    run({ store }, { path: { id = '' }, input }) {
      const object = store.get(kind, id);
      if (!object) throw noSuch(kind, id);
      const changed = { ...object, ...change(object, input) };
      store.put(changed);
      const wire = show(store, changed);
      expand(store, wire, input.texts('expand'));
      return wire;
    },
  };
}
