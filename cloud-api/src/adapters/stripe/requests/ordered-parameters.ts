/** `items[0][price]` by its parts. */
const partsOf = (parameter: string): string[] =>
  decodeURIComponent(parameter.split('=', 1)[0]!.replaceAll('+', ' '))
    .split(/[[\]]+/)
    .filter(Boolean);

const place = /^\d+$/;

/** Places of a list by their number, everything else by its characters. */
function compareParts(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return (one === undefined ? 0 : 1) - (other === undefined ? 0 : 1);
  if (place.test(one) && place.test(other)) return Number(one) - Number(other);
  return one === other ? 0 : one < other ? -1 : 1;
}

function compare(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const order = compareParts(one[at], other[at]);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * The same form for the same parameters, whatever order an object had its fields in: the database gives stored facts back in an order
 * of its own, and Stripe refuses a key that comes with another body.
 * @param form as it goes out, `a=1&b[0][c]=2`
 */
export function orderedParameters(form: string): string {
  const parameters = form.split('&').map((parameter) => ({ parameter, parts: partsOf(parameter) }));
  return parameters
    .toSorted((one, other) => compare(one.parts, other.parts))
    .map(({ parameter }) => parameter)
    .join('&');
}
