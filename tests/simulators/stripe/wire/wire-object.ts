/** An object as it goes over the wire. */
export type WireObject = Record<string, unknown> & { id: string; object: string };
