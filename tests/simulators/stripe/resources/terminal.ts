import { matches } from '../matching.ts';
import { listOperation, retrieveOperation, type Operation } from '../operation.ts';
import { noSuchReference } from '../wire/errors.ts';
import type { Objects } from '../store.ts';

const connectionToken: Operation = {
  method: 'POST',
  path: '/v1/terminal/connection_tokens',
  parameters: ['location', 'expand'],
  run({ store, newId }, { input }) {
    const location = input.text('location');
    if (location !== undefined && !store.get('terminal.location', location)) throw noSuchReference('location', location, 'location');
    return { object: 'terminal.connection_token', ...(location === undefined ? {} : { location }), secret: newId('pst_test') };
  },
};

export const terminalOperations: readonly Operation[] = [
  listOperation({ kind: 'terminal.location', named: 'location', path: '/v1/terminal/locations', filters: [], where: () => () => true }),
  retrieveOperation('terminal.location', '/v1/terminal/locations', 'location'),
  listOperation({
    kind: 'terminal.reader',
    path: '/v1/terminal/readers',
    filters: ['location', 'status', 'device_type', 'serial_number'],
    where: (input) =>
      matches<Objects['terminal.reader']>({
        location: input.text('location'),
        status: input.text('status'),
        device_type: input.text('device_type'),
        serial_number: input.text('serial_number'),
      }),
  }),
  retrieveOperation('terminal.reader', '/v1/terminal/readers'),
  connectionToken,
];
