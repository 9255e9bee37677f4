/** The one rule of every list's filters: what is not asked for does not narrow. */
export function matches<T extends object>(wanted: { [K in keyof T]?: T[K] | undefined }): (object: T) => boolean {
  const asked = (Object.keys(wanted) as (keyof T)[]).filter((key) => wanted[key] !== undefined);
  return (object) => asked.every((key) => object[key] === wanted[key]);
}
