/** Matches every list filter: a filter without a value does not narrow the list. */
export function matches<T extends object>(wanted: { [K in keyof T]?: T[K] | undefined }): (object: T) => boolean {
  const asked = (Object.keys(wanted) as (keyof T)[]).filter((key) => wanted[key] !== undefined);
  return (object) => asked.every((key) => object[key] === wanted[key]);
}
