/** The answer to a caller whose `If-None-Match` has the current version: 304 without a body. */
export const notModified = Symbol('not modified');
export type NotModified = typeof notModified;
