/** The decoded value of a form-encoded body or query: `items[0][price]=p` is `{items: [{price: 'p'}]}`. Every leaf is a string. */
export type FormValue = string | FormValue[] | FormObject;
export interface FormObject {
  [key: string]: FormValue;
}

/** Decodes bracketed form text. Objects with the keys 0, 1, 2 … become arrays, except metadata, whose keys are arbitrary. */
export function parseForm(text: string): FormObject {
  const root: FormObject = {};
  for (const [path, value] of new URLSearchParams(text)) place(root, keysOf(path), value);
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, withArrays(value, key)]));
}

function keysOf(path: string): string[] {
  const head = path.split('[', 1)[0] ?? '';
  return [head, ...[...path.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
}

function place(target: FormObject, keys: readonly string[], value: string): void {
  const [first = '', ...rest] = keys;
  // `expand[]=a&expand[]=b` is numbered automatically
  const key = first === '' ? String(Object.keys(target).length) : first;
  if (rest.length === 0) {
    define(target, key, value);
    return;
  }
  const existing = Object.hasOwn(target, key) ? target[key] : undefined;
  const inner: FormObject = isFormObject(existing) ? existing : {};
  define(target, key, inner);
  place(inner, rest, value);
}

/** Defines an own property, so that a key such as `__proto__` has no special effect. */
function define(target: FormObject, key: string, value: FormValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function withArrays(value: FormValue, key: string): FormValue {
  if (!isFormObject(value)) return value;
  const entries = Object.entries(value);
  const isArray = key !== 'metadata' && entries.length > 0 && entries.every(([name], index) => name === String(index));
  if (isArray) return entries.map(([name, inner]) => withArrays(inner, name));
  return Object.fromEntries(entries.map(([name, inner]) => [name, withArrays(inner, name)]));
}

export function isFormObject(value: FormValue | undefined): value is FormObject {
  return typeof value === 'object' && !Array.isArray(value);
}
