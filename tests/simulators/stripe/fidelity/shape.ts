/** The shape of a value, read from an SDK type. Plain JSON, so that it can be stored in a file. */
export type Shape =
  | { kind: 'any' | 'text' | 'decimal' | 'number' | 'boolean' | 'null' }
  | { kind: 'one of'; values: Literal[] }
  | { kind: 'list'; of: Shape }
  /** Arbitrary keys, such as metadata. */
  | { kind: 'map'; of: Shape }
  | ObjectShape
  /** Some previous fields of an object: their names are checked, not their values. */
  | { kind: 'part'; of: Shape }
  | { kind: 'union'; of: Shape[] }
  /** A shape of the description, by name: types can be circular. */
  | { kind: 'named'; name: string };

export type Literal = string | number | boolean;

export interface ObjectShape {
  kind: 'object';
  fields: Record<string, { shape: Shape; optional?: true }>;
}

/** One method of the SDK. */
export interface OperationShape {
  method: string;
  /** With `{name}` for each path parameter. */
  path: string;
  /** Of the body or the query; null if the SDK takes none. */
  parameters: Shape | null;
  answer: Shape;
}

/** The whole API in the version that the installed SDK pins. */
export interface Description {
  operations: OperationShape[];
  named: Record<string, Shape>;
  /** The content of `{error: {…}}`. */
  error: Shape;
  /** The events of webhooks and of `/v1/events`. */
  event: Shape;
}
