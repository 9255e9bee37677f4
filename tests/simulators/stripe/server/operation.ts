import { announceChange } from '../announce.ts';
import { expand } from '../expand.ts';
import type { Sandbox } from '../state/sandbox.ts';
import type { Kind, Objects, StoredObject } from '../state/store.ts';
import { wireCopy } from '../views/view.ts';
import { noSuch } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import type { WireObject } from '../wire/wire-object.ts';
import { listParameters, pageOf } from './list.ts';

export interface Call {
  /** The values of the path parameters. */
  path: Record<string, string>;
  input: Input;
  /** The requested path, which a list repeats as its `url`. */
  url: string;
}

/** One method on one path. Parameters that `parameters` does not list are rejected before it runs. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  parameters: readonly string[];
  run(sandbox: Sandbox, call: Call): unknown;
}

type Filter<K extends Kind> = (input: Input, path: Record<string, string>, sandbox: Sandbox) => (object: Objects[K]) => boolean;

interface ListOptions<K extends Kind> {
  kind: K;
  /** The name in Stripe's messages, if it differs from the kind. */
  named?: string;
  path: string;
  filters: readonly string[];
  where: Filter<K>;
}

/** GET of a collection: filtered, paged, expanded. */
export function listOperation<K extends Kind>({ kind, named = kind, path, filters, where }: ListOptions<K>): Operation {
  return {
    method: 'GET',
    path,
    parameters: [...listParameters, ...filters],
    run(sandbox, { path: values, input, url }) {
      const { store } = sandbox;
      const all = store.list(kind).filter(where(input, values, sandbox));
      const page = pageOf(all, input, named, (id) => {
        if (store.find(id)?.object !== kind) return undefined;
        const order = store.orderOf(kind);
        return all.filter((each) => order(each.id, id) > 0).length;
      });
      const list = { object: 'list', data: page.data.map((object) => wireCopy(store, object)), has_more: page.has_more, url };
      expand(store, list, input.texts('expand'));
      return list;
    },
  };
}

/** The object's name in Stripe's messages, if it differs from the kind, and the parameter at fault, if it is not `id`. */
interface Naming {
  named?: string | undefined;
  param?: string | undefined;
}

/** GET of one object; a deleted customer returns its tombstone. */
export function retrieveOperation(kind: Kind, path: string, { named = kind, param }: Naming = {}): Operation {
  return {
    method: 'GET',
    path: `${path}/:id`,
    parameters: ['expand'],
    run(sandbox, { path: { id = '' }, input }) {
      const object = sandbox.store.find(id);
      if (object?.object !== kind) throw noSuch(named, id, param);
      return answerWith(sandbox, object, input);
    },
  };
}

/** Converts a stored object to the response: in wire format, expanded on request. */
export function answerWith({ store }: Sandbox, object: StoredObject, input: Input): WireObject {
  const wire = wireCopy(store, object);
  expand(store, wire, input.texts('expand'));
  return wire;
}

/** POST to a collection: `make` stores and returns the new object. */
export function createOperation(
  path: string,
  parameters: readonly string[],
  make: (sandbox: Sandbox, input: Input) => StoredObject,
): Operation {
  return {
    method: 'POST',
    path,
    parameters: ['expand', ...parameters],
    run: (sandbox, { input }) => answerWith(sandbox, make(sandbox, input), input),
  };
}

interface ActionOptions<K extends Kind> {
  kind: K;
  named?: string;
  param?: string | undefined;
  /** With `:id`, such as `/v1/payment_intents/:id/confirm`. */
  path: string;
  parameters: readonly string[];
  /** Stores and returns the resulting object. */
  run: (sandbox: Sandbox, object: Objects[K], input: Input) => StoredObject;
}

/** POST of an action to one object. */
export function actionOperation<K extends Kind>({ kind, named = kind, param, path, parameters, run }: ActionOptions<K>): Operation {
  return {
    method: 'POST',
    path,
    parameters: ['expand', ...parameters],
    run(sandbox, { path: { id = '' }, input }) {
      const object = sandbox.store.get(kind, id);
      if (!object) throw noSuch(named, id, param);
      return answerWith(sandbox, run(sandbox, object, input), input);
    },
  };
}

interface UpdateOptions extends Naming {
  /** The event of a change, emitted with the previous values; omitted if Stripe has no such event. */
  event?: string;
}

/** POST to one object: `change` returns the changed fields. */
export function updateOperation<K extends Kind>(
  kind: K,
  path: string,
  parameters: readonly string[],
  change: (object: Objects[K], input: Input, sandbox: Sandbox) => Partial<Objects[K]>,
  { named = kind, param, event }: UpdateOptions = {},
): Operation {
  return actionOperation({
    kind,
    named,
    param,
    path: `${path}/:id`,
    parameters,
    run(sandbox, object, input) {
      const changed = { ...object, ...change(object, input, sandbox) };
      if (event) announceChange(sandbox, object, changed, event);
      else sandbox.store.put(changed);
      return changed;
    },
  });
}
