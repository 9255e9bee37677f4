import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { isFormObject, parseForm, type FormValue } from '../wire/form.ts';
import { isObject, type Conversation, type Step } from './conversation.ts';

/** The values that pay-rails/pay hides in its tapes are so short that they occur within other words. */
const hidden: readonly [RegExp, string][] = [
  [/<VENDOR_ID>/g, '1'],
  [/<VENDOR_AUTH_CODE>/g, 'x'],
  [/<PADDLE_API_KEY>/g, 'secret'],
];

/** Older API versions have other shapes. */
const oldestVersion = '2025-10';

const unhidden = (whole: string): string => hidden.reduce((text, [sign, meant]) => text.replaceAll(sign, meant), whole);

const text = z.union([z.string(), z.instanceof(Uint8Array).transform((bytes) => unhidden(Buffer.from(bytes).toString('utf8')))]);
const headers = z.record(z.string(), z.array(z.coerce.string()));
const tapeSchema = z.object({
  http_interactions: z.array(
    z.object({
      request: z.object({ method: z.string(), uri: z.string(), body: z.object({ string: text }), headers }),
      response: z.object({ status: z.object({ code: z.number() }), headers, body: z.object({ string: text }) }),
    }),
  ),
});

const cassetteSchema = z.object({
  scenario: z.string(),
  recorded_at: z.string(),
  steps: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      path_refs: z.record(z.string(), z.unknown()),
      params: z.record(z.string(), z.unknown()),
      binds_as: z.string().nullable(),
      recorded_status: z.number(),
      recorded_body: z.unknown(),
    }),
  ),
});

/** Returns every file with the ending below a folder, by name. */
export function filesIn(folder: string, ending: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
  return found
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .toSorted();
}

/** Returns the responses of every version, for checks that do not depend on shapes. */
export function answersOn(file: string): unknown[] {
  return (interactionsOf(file) ?? []).flatMap(({ request, response }) => {
    const isStripe = new URL(request.uri).host === 'api.stripe.com';
    return isStripe && response.body.string.startsWith('{') ? [JSON.parse(response.body.string) as unknown] : [];
  });
}

function interactionsOf(file: string) {
  // Ruby writes its own tag for bytes.
  const content = unhidden(readFileSync(file, 'utf8')).replaceAll(': !binary ', ': !!binary ');
  return tapeSchema.safeParse(parse(content, { customTags: ['binary'], logLevel: 'silent' })).data?.http_interactions;
}

/** Reads a tape of the Ruby library VCR; undefined if it has no requests to a compared Stripe version. */
export function readTape(file: string): Conversation | undefined {
  const steps = (interactionsOf(file) ?? []).flatMap(({ request, response }): Step[] => {
    const url = new URL(request.uri);
    const [version = ''] = request.headers['Stripe-Version'] ?? [];
    // requests for connected accounts are not replayed
    if (url.host !== 'api.stripe.com' || version < oldestVersion || request.headers['Stripe-Account']) return [];
    const method = request.method.toUpperCase();
    return [
      {
        method,
        path: url.pathname,
        parameters: parseForm(method === 'POST' ? request.body.string : url.search.slice(1)),
        at: Date.parse(response.headers['Date']?.[0] ?? '') / 1_000,
        status: response.status.code,
        body: JSON.parse(response.body.string) as unknown,
      },
    ];
  });
  return steps.length === 0 ? undefined : { name: basename(file, '.yml'), steps };
}

/** Reads a cassette of stripe_world; undefined for other files, such as settings with comments that are not valid JSON. */
export function readCassette(file: string): Conversation | undefined {
  const { success, data } = cassetteSchema.safeParse(parsedJson(readFileSync(file, 'utf8')));
  if (!success) return undefined;
  const bodies = new Map<string, unknown>();
  const steps = data.steps.map((step): Step => {
    const named = resolveReferences(step.params, bodies);
    const path = step.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(referred(step.path_refs[name], bodies)));
    if (step.binds_as !== null) bodies.set(step.binds_as, step.recorded_body);
    return {
      method: step.method,
      path,
      parameters: isFormObject(named) ? named : {},
      at: momentOf(step.recorded_body) ?? Date.parse(data.recorded_at) / 1_000,
      status: step.recorded_status,
      body: step.recorded_body,
    };
  });
  return { name: data.scenario, steps };
}

function parsedJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Replaces `{"$ref": {"step": "customer", "field": "id"}}` by that field of the step's response. */
function resolveReferences(value: unknown, bodies: ReadonlyMap<string, unknown>): FormValue {
  if (Array.isArray(value)) return value.map((each) => resolveReferences(each, bodies));
  if (!isObject(value)) return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  if ('$ref' in value) return String(referred(value['$ref'], bodies));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolveReferences(each, bodies)]));
}

function referred(reference: unknown, bodies: ReadonlyMap<string, unknown>): unknown {
  if (!isObject(reference)) return reference;
  const path = String(reference['field']).replaceAll(/\[(\d+)\]/g, '.$1');
  return path
    .split('.')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], bodies.get(String(reference['step'])));
}

/** Returns the time of a response from the objects it created: these recordings contain no other. */
function momentOf(body: unknown): number | undefined {
  return isObject(body) && typeof body['created'] === 'number' ? body['created'] : undefined;
}
