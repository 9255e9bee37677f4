/** An object in wire format. */
export type WireObject = Record<string, unknown> & { id: string; object: string };
