/** Literal segments come before parameters, longer paths before shorter: `/dxt/hosts` must not be a code named "hosts". */
export function bySpecificity(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = Number(left[i]?.startsWith('{')) - Number(right[i]?.startsWith('{'));
    if (difference) return difference;
  }
  return right.length - left.length;
}

/** `/dxt/{code}` in the router's syntax: `/dxt/:code`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Whether every escape of the path is well-formed; `%E0%A4` and the like would otherwise pass as text. */
export function wellFormedEscapes(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
