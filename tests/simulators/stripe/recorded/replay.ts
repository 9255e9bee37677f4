import { makeNewCustomer, type Customer } from '../objects/customer.ts';
import { newPrice, type Price } from '../objects/price.ts';
import { newProduct, type Product } from '../objects/product.ts';
import type { FormObject, FormValue } from '../wire/form.ts';
import { isFormObject } from '../wire/form.ts';
import { matchesPath, type AcceptedDifferences } from './accepted-differences.ts';
import { anyId, differences, IdPairs, type Difference } from './compare.ts';
import { isObject, objectsIn, type Conversation, type Step } from './conversation.ts';

/** Sends one request to the simulator. @param at epoch seconds, never before the previous request */
export interface StandIn {
  put(object: Customer | Price | Product): void;
  ask(method: string, path: string, parameters: FormObject, at: number): { status: number; body: unknown };
}

export interface ReplayedStep {
  /** `POST /v1/customers/*` */
  request: string;
  found: Difference[];
  /** The reason for not sending it. */
  leftOut?: string;
}

/** Sends a conversation's requests to the simulator, with its own ids instead of the recorded ones, and compares each response. */
export function replay({ steps }: Conversation, standIn: StandIn, meant: AcceptedDifferences): ReplayedStep[] {
  const ids = new IdPairs();
  const had = prepareAccount(steps, standIn);
  return steps.map((step) => {
    const request = `${step.method} ${step.path.replaceAll(/\/(?:pm_card_\w+|[a-z]+(?:_[a-z]+)*_[A-Za-z0-9]{8,})/g, '/*')}`;
    const leftOut = meant.requests.find((each) => matchesPath(each.request, request));
    if (leftOut) return { request, found: [], leftOut: leftOut.reason };
    const foreignIds = idsIn([step.path, step.parameters]).filter((id) => !ids.knows(id) && !had.has(id));
    if (foreignIds.length > 0) return { request, found: [], leftOut: meant.foreignIds.reason };
    const parameters = sent(step.parameters, ids, meant);
    const answer = standIn.ask(step.method, ids.translated(step.path), parameters, momentOf(step));
    const here = JSON.parse(JSON.stringify(answer.body)) as unknown;
    const found =
      answer.status === step.status
        ? differences(step.body, here, ids)
        : [{ path: 'http', recorded: step.status, here: `${answer.status} ${JSON.stringify(here).slice(0, 300)}` }];
    return { request, found };
  });
}

/** Creates the objects that existed before the conversation: customers, prices and products. */
function prepareAccount(steps: readonly Step[], standIn: StandIn): ReadonlySet<string> {
  const customers = prepareCustomers(steps, standIn);
  const names = new Map<string, string>();
  const prices = new Map<string, Record<string, unknown>>();
  for (const each of objectsIn(steps.map(({ body }) => body))) {
    if (each['object'] === 'price' && !prices.has(String(each['id']))) prices.set(String(each['id']), each);
    const text = textOf(each['description']) ?? '';
    const name = /× (.+?)(?: \(at .*)?$/.exec(text)?.[1] ?? /time on (.+) after /.exec(text)?.[1];
    const details = isObject(each['pricing']) ? each['pricing']['price_details'] : undefined;
    if (name !== undefined && isObject(details)) names.set(String(details['product']), name);
  }
  const products = new Set<string>();
  for (const [id, price] of prices) {
    const product = String(price['product']);
    const created = Number(price['created']);
    if (!products.has(product)) standIn.put(newProduct({ id: product, name: names.get(product) ?? product, created }));
    products.add(product);
    const recurring = isObject(price['recurring']) ? price['recurring'] : null;
    const interval = recurring && { interval: recurring['interval'] as 'month', count: Number(recurring['interval_count']) };
    standIn.put(
      newPrice({
        id,
        product,
        unitAmount: Number(price['unit_amount']),
        created,
        recurring: interval,
        nickname: textOf(price['nickname']),
        taxBehavior: price['tax_behavior'] as 'exclusive',
      }),
    );
  }
  return new Set([...customers, ...prices.keys(), ...products]);
}

function prepareCustomers(steps: readonly Step[], standIn: StandIn): string[] {
  const prepared: string[] = [];
  const known = new Set(
    steps.flatMap(({ method, path, body }) => (method === 'POST' && path === '/v1/customers' && isObject(body) ? [body['id']] : [])),
  );
  for (const each of objectsIn(steps.map(({ body }) => body))) {
    const id = each['object'] === 'customer' ? each['id'] : undefined;
    if (typeof id !== 'string' || known.has(id)) continue;
    known.add(id);
    prepared.push(id);
    const { name, email, currency } = each;
    const empty = makeNewCustomer({ id, created: Number(each['created']), metadata: {} });
    standIn.put({
      ...empty,
      name: textOf(name),
      email: textOf(email),
      currency: textOf(currency),
      next_invoice_sequence: Number(each['next_invoice_sequence']),
    });
  }
  return prepared;
}

/** Returns every id in a request except the tokens of test cards. */
function idsIn(value: FormValue): string[] {
  if (typeof value === 'string') return (value.match(anyId) ?? []).filter((id) => !id.startsWith('pm_card_') && /\d/.test(id));
  return Object.values(value).flatMap(idsIn);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns when real Stripe ran the request: the second of a proration, otherwise the created object's time, otherwise the response's. */
function momentOf({ body, at }: Step): number {
  if (Number.isNaN(at)) return 0;
  const isNear = (second: unknown): second is number => typeof second === 'number' && second <= at && at - second <= 10;
  const moments = [...objectsIn(body)].flatMap((each) => {
    const period = isProration(each) && isObject(each['period']) ? each['period']['start'] : undefined;
    return isNear(period) ? [period] : [];
  });
  const created = isObject(body) ? body['created'] : undefined;
  return moments[0] ?? (isNear(created) ? created : at);
}

function isProration(object: Record<string, unknown>): boolean {
  if (object['object'] === 'invoiceitem') return object['proration'] === true;
  const parent = isObject(object['parent']) ? object['parent']['subscription_item_details'] : undefined;
  return object['object'] === 'line_item' && isObject(parent) && parent['proration'] === true;
}

/** Returns the recorded parameters with the ids here, without the accepted omissions. */
function sent(parameters: FormObject, ids: IdPairs, meant: AcceptedDifferences): FormObject {
  const unasked = new Set(meant.expands.map(({ expand }) => expand));
  const unsent = new Set(meant.parameters.map(({ parameter }) => parameter));
  const kept = Object.entries(parameters).filter(([name]) => !unsent.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name !== 'expand' || !Array.isArray(value)) return [name, translated(value, ids)];
      return [name, value.filter((each) => typeof each === 'string' && !unasked.has(each))];
    }),
  );
}

function translated(value: FormValue, ids: IdPairs): FormValue {
  if (typeof value === 'string') return ids.translated(value);
  if (Array.isArray(value)) return value.map((each) => translated(each, ids));
  return isFormObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, translated(each, ids)])) : value;
}
