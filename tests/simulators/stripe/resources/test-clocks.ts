import { makeTestClock, type TestClock } from '../objects/test-clock.ts';
import { actionOperation, createOperation, listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter, noSuch } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { removeCustomer } from './customers.ts';

const path = '/v1/test_helpers/test_clocks';
const named = 'testclock';
const kind = 'test_helpers.test_clock';

/**
 * Moves a test clock. At Stripe, each test clock has a time of its own for its customers; here, all of them move the company's only clock.
 * A new one therefore starts at the current time or later, and keeps running afterwards.
 */
function moveTo(sandbox: Sandbox, input: Input): number {
  const frozenTime = input.integer('frozen_time', { from: 0, to: 4_102_444_800 });
  if (frozenTime === undefined) throw missingParameter('frozen_time');
  if (frozenTime < sandbox.now())
    throw invalidParameter('frozen_time', 'The Stripe simulator has only one clock, which cannot be moved back.');
  sandbox.moveClock(frozenTime);
  return frozenTime;
}

function createClock(sandbox: Sandbox, input: Input): TestClock {
  const created = sandbox.now();
  const frozenTime = moveTo(sandbox, input);
  const clock = makeTestClock(sandbox.newId('clock'), { created, frozenTime, name: input.text('name') ?? null });
  sandbox.store.put(clock);
  sandbox.emit('test_helpers.test_clock.created', clock.id);
  return clock;
}

function advanceClock(sandbox: Sandbox, clock: TestClock, input: Input): TestClock {
  const advanced = { ...clock, frozen_time: moveTo(sandbox, input) };
  sandbox.store.put(advanced);
  sandbox.emit('test_helpers.test_clock.ready', clock.id, { frozen_time: clock.frozen_time });
  return advanced;
}

/** Deletes a test clock with its customers. */
const deleteClock: Operation = {
  method: 'DELETE',
  path: `${path}/:id`,
  parameters: [],
  run(sandbox, { path: { id = '' } }) {
    if (!sandbox.store.get(kind, id)) throw noSuch(named, id);
    for (const customer of sandbox.store.list('customer')) if (customer.test_clock === id) removeCustomer(sandbox, customer.id);
    sandbox.emit('test_helpers.test_clock.deleted', id);
    sandbox.store.remove(id);
    return { id, object: kind, deleted: true };
  },
};

export const testClockOperations: readonly Operation[] = [
  listOperation({ kind, named, path, filters: [], where: () => () => true }),
  retrieveOperation(kind, path, { named }),
  createOperation(path, ['frozen_time', 'name'], createClock),
  actionOperation({ kind, named, path: `${path}/:id/advance`, parameters: ['frozen_time'], run: advanceClock }),
  deleteClock,
];
