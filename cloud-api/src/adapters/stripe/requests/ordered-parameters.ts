/** Splits `items[0][price]` into its parts. */
const partsOf = (parameter: string): string[] =>
  decodeURIComponent(parameter.split('=', 1)[0]!.replaceAll('+', ' '))
    .split(/[[\]]+/)
    .filter(Boolean);

const place = /^\d+$/;

/** Compares list indexes as numbers, everything else as strings. */
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
 * Returns the same form for the same parameters, in any order of an object's fields: the database returns stored facts in its own
 * order, and Stripe rejects a key that is repeated with another body.
 * @param form as sent, `a=1&b[0][c]=2`
 */
export function orderedParameters(form: string): string {
  const parameters = form.split('&').map((parameter) => ({ parameter, parts: partsOf(parameter) }));
  return parameters
    .toSorted((one, other) => compare(one.parts, other.parts))
    .map(({ parameter }) => parameter)
    .join('&');
}
