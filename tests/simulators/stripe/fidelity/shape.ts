/** What a value may look like, read from a type of the SDK. Plain JSON, so that it can be kept in a file. */
export type Shape =
  | { kind: 'any' | 'text' | 'decimal' | 'number' | 'boolean' | 'null' }
  | { kind: 'one of'; values: Literal[] }
  | { kind: 'list'; of: Shape }
  /** Free keys, such as metadata. */
  | { kind: 'map'; of: Shape }
  | ObjectShape
  /** Some fields of an object as they were before: their names count, not their values. */
  | { kind: 'part'; of: Shape }
  | { kind: 'union'; of: Shape[] }
  /** A shape of the description by its name: types refer to each other in circles. */
  | { kind: 'named'; name: string };

export type Literal = string | number | boolean;

export interface ObjectShape {
  kind: 'object';
  fields: Record<string, { shape: Shape; optional?: true }>;
}

/** One method of the SDK. */
export interface OperationShape {
  method: string;
  /** With `{name}` for each of the path's parameters. */
  path: string;
  /** Of the body or the query; null where the SDK takes none. */
  parameters: Shape | null;
  answer: Shape;
}

/** All of the API, for exactly the version that the installed SDK pins. */
export interface Description {
  operations: OperationShape[];
  named: Record<string, Shape>;
  /** The inside of `{error: {…}}`. */
  error: Shape;
  /** What webhooks carry and `/v1/events` lists. */
  event: Shape;
}
