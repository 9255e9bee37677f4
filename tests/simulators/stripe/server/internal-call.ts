import type { WireObject } from '../wire/wire-object.ts';
import { findOperation } from './operations.ts';
import type { FormObject, FormValue } from '../wire/form.ts';
import { Input } from '../wire/input.ts';
import type { Sandbox } from '../state/sandbox.ts';

/** As the SDK takes them: nested, with undefined for what is not sent. */
export type Parameter = string | number | boolean | readonly Parameter[] | Parameters;
export interface Parameters {
  readonly [name: string]: Parameter | undefined;
}

/**
 * Does what a request of the API would do, for the stand-in's own pages: the same checks, the same changes, the same events.
 * @throws StripeFault as the API would answer
 */
export function callOperation(sandbox: Sandbox, method: string, path: string, parameters: Parameters = {}): WireObject {
  const match = findOperation(method, path);
  if (!match) throw new Error(`The stand-in has no ${method} ${path}`);
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
