import type { Sandbox } from '../state/sandbox.ts';
import type { FormObject, FormValue } from '../wire/form.ts';
import { Input } from '../wire/input.ts';
import type { WireObject } from '../wire/wire-object.ts';
import { findOperation } from './operations.ts';

/** Parameters in the SDK's form: nested, with undefined for omitted values. */
export type Parameter = string | number | boolean | readonly Parameter[] | Parameters;
export interface Parameters {
  readonly [name: string]: Parameter | undefined;
}

/**
 * Runs an API operation for the simulator's own pages, with the same checks, changes and events.
 * @throws StripeFault as in the API's response
 */
export function callOperation(sandbox: Sandbox, method: string, path: string, parameters: Parameters = {}): WireObject {
  const match = findOperation(method, path);
  if (!match) throw new Error(`Operation not found: ${method} ${path}`);
  const input = new Input(formOf(parameters));
  input.allowOnly(match.operation.parameters);
  return match.operation.run(sandbox, { path: match.path, input, url: path }) as WireObject;
}

function formOf(parameters: Parameters): FormObject {
  const sent = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, formValue(value)] as const]));
  return Object.fromEntries(sent);
}

function formValue(value: Parameter): FormValue {
  if (typeof value !== 'object') return String(value);
  return isList(value) ? value.map(formValue) : formOf(value);
}

function isList(value: readonly Parameter[] | Parameters): value is readonly Parameter[] {
  return Array.isArray(value);
}
