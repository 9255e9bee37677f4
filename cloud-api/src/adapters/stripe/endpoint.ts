/** First segments that are no collection themselves. */
const groups = new Set(['terminal', 'checkout', 'test_helpers']);

/** What stands where an id would. */
const actions = new Set(['create_preview']);

/** The name under which Stripe counts calls: the method and the path without ids, `POST /v1/invoices/:id/pay`. */
export function endpointOf(method: string, path: string): string {
  const [, version, ...segments] = path.replace(/\?.*/, '').split('/');
  const idAt = groups.has(segments[0] ?? '') ? 2 : 1;
  const names = segments.map((segment, at) => (at >= idAt && (at - idAt) % 2 === 0 && !actions.has(segment) ? ':id' : segment));
  return `${method} /${[version, ...names].join('/')}`;
}
