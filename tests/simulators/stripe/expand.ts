import { invalidParameter } from './wire/errors.ts';
import { show, type WireObject } from './show.ts';
import type { Store } from './store.ts';

/** Stripe's own limit; the leading `data` of a list does not count. */
const deepest = 4;

/** Replaces ids by the objects they name, in place, along paths such as `data.customer` or `items.data.price.product`. */
export function expand(store: Store, root: unknown, paths: readonly string[]): void {
  for (const path of paths) {
    const steps = path.split('.');
    const depth = steps[0] === 'data' ? steps.length - 1 : steps.length;
    if (depth > deepest) throw invalidParameter('expand', `You cannot expand more than ${deepest} levels of a property. Property: ${path}`);
    expandStep(store, root, steps, path);
  }
}

function expandStep(store: Store, holder: unknown, steps: readonly string[], path: string): void {
  if (Array.isArray(holder)) {
    for (const each of holder) expandStep(store, each, steps, path);
    return;
  }
  const [step, ...rest] = steps;
  if (step === undefined || !isObject(holder) || 'deleted' in holder) return;
  const value = expanded(store, holder, step, path);
  if (value === null) return;
  holder[step] = value;
  expandStep(store, value, rest, path);
}

function expanded(store: Store, holder: Record<string, unknown>, step: string, path: string): unknown {
  const value = holder[step];
  if (value === undefined) return includable(store, holder, step, path);
  if (typeof value !== 'string') return value;
  const named = store.find(value);
  if (!named) throw cannotExpand(path);
  return show(store, named);
}

/** Fields that are left out unless asked for. */
function includable(store: Store, holder: Record<string, unknown>, step: string, path: string): unknown {
  if (holder['object'] !== 'customer' || step !== 'subscriptions') throw cannotExpand(path);
  const customer = String(holder['id']);
  const own = store.list('subscription').filter((each) => each.customer === customer && each.status !== 'canceled');
  const data: WireObject[] = own.slice(0, 10).map((each) => show(store, each));
  return { object: 'list', data, has_more: own.length > data.length, url: `/v1/customers/${customer}/subscriptions` };
}

function cannotExpand(path: string): Error {
  return invalidParameter('expand', `This property cannot be expanded (${path}).`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
