import { makeNewLocation, type Location, type Reader } from '../objects/terminal.ts';
import { matches } from '../server/matching.ts';
import { createOperation, listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { registerReader } from '../terminal/register.ts';
import { missingParameter, noSuch, noSuchReference } from '../wire/errors.ts';
import { addressFrom } from '../wire/fields.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const locationPath = '/v1/terminal/locations';
const readerPath = '/v1/terminal/readers';

const connectionToken: Operation = {
  method: 'POST',
  path: '/v1/terminal/connection_tokens',
  parameters: ['location', 'expand'],
  run(sandbox, { input }) {
    const location = locationFrom(sandbox, input);
    return { object: 'terminal.connection_token', ...(location === undefined ? {} : { location }), secret: sandbox.newId('pst_test') };
  },
};

function locationFrom({ store }: Sandbox, input: Input): string | undefined {
  const location = input.text('location');
  if (location !== undefined && !store.get('terminal.location', location)) throw noSuchReference('location', location, 'location');
  return location;
}

function createLocation(sandbox: Sandbox, input: Input): Location {
  const address = input.object('address');
  if (!address) throw missingParameter('address');
  address.required('country');
  const location = makeNewLocation({
    id: sandbox.newId('tml'),
    address: addressFrom(address),
    displayName: input.required('display_name'),
    metadata: mergedMetadata({}, input),
  });
  sandbox.store.put(location);
  return location;
}

function changedLocation(location: Location, input: Input): Partial<Location> {
  const address = input.object('address');
  return {
    address: address ? addressFrom(address, location.address) : location.address,
    display_name: input.text('display_name') || location.display_name,
    metadata: mergedMetadata(location.metadata, input),
  };
}

const deleteLocation: Operation = {
  method: 'DELETE',
  path: `${locationPath}/:id`,
  parameters: [],
  run({ store }, { path: { id = '' } }) {
    if (!store.get('terminal.location', id)) throw noSuch('location', id);
    store.remove(id);
    return { id, object: 'terminal.location', deleted: true };
  },
};

function createReader(sandbox: Sandbox, input: Input): Reader {
  const code = input.required('registration_code');
  const location = locationFrom(sandbox, input);
  if (location === undefined) throw missingParameter('location');
  const reader = registerReader(sandbox, { code, label: input.text('label'), location, metadata: mergedMetadata({}, input) });
  sandbox.store.put(reader);
  return reader;
}

/** An empty label restores the serial number. */
function changedReader(reader: Reader, input: Input): Partial<Reader> {
  const label = input.has('label') ? input.text('label') || reader.serial_number : reader.label;
  return { label, metadata: mergedMetadata(reader.metadata, input) };
}

const deleteReader: Operation = {
  method: 'DELETE',
  path: `${readerPath}/:id`,
  parameters: [],
  run({ store }, { path: { id = '' } }) {
    const reader = store.get('terminal.reader', id);
    if (!reader) throw noSuch('terminal.reader', id);
    store.remove(id);
    return { id, object: 'terminal.reader', deleted: true, device_type: reader.device_type, serial_number: reader.serial_number };
  },
};

export const terminalOperations: readonly Operation[] = [
  listOperation({ kind: 'terminal.location', named: 'location', path: locationPath, filters: [], where: () => () => true }),
  retrieveOperation('terminal.location', locationPath, { named: 'location' }),
  createOperation(locationPath, ['address', 'display_name', 'metadata'], createLocation),
  updateOperation('terminal.location', locationPath, ['address', 'display_name', 'metadata'], changedLocation, { named: 'location' }),
  deleteLocation,
  listOperation({
    kind: 'terminal.reader',
    path: readerPath,
    filters: ['location', 'status', 'device_type', 'serial_number'],
    where: (input) =>
      matches<Reader>({
        location: input.text('location'),
        status: input.text('status'),
        device_type: input.text('device_type'),
        serial_number: input.text('serial_number'),
      }),
  }),
  retrieveOperation('terminal.reader', readerPath),
  createOperation(readerPath, ['registration_code', 'label', 'location', 'metadata'], createReader),
  updateOperation('terminal.reader', readerPath, ['label', 'metadata'], changedReader),
  deleteReader,
  connectionToken,
];
