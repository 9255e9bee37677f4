import { listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import { invalidParameter } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

/** `type` may end in `*`, `types` lists up to twenty exact names; both at once are rejected. */
function hasType(input: Input): (type: string) => boolean {
  const type = input.text('type');
  const types = input.texts('types');
  if (type !== undefined && types.length > 0) throw invalidParameter('types', 'You may only specify one of these parameters: type, types.');
  if (types.length > 0) return (actual) => types.includes(actual);
  if (type?.endsWith('*')) return (actual) => actual.startsWith(type.slice(0, -1));
  return (actual) => type === undefined || actual === type;
}

export const eventOperations: readonly Operation[] = [
  listOperation({
    kind: 'event',
    path: '/v1/events',
    filters: ['type', 'types', 'created', 'delivery_success'],
    where(input) {
      const type = hasType(input);
      const created = input.range('created');
      const delivered = input.boolean('delivery_success');
      return (event) =>
        type(event.type) && created(event.created) && (delivered === undefined || delivered === (event.pendingFor.length === 0));
    },
  }),
  retrieveOperation('event', '/v1/events'),
];
