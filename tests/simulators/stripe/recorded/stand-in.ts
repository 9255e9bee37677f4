import { registerCalendars } from '../calendars.ts';
import { MovableClock } from '../clock.ts';
import { callOperation } from '../server/internal-call.ts';
import { findOperation } from '../server/operations.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { Store } from '../state/store.ts';
import { StripeFault } from '../wire/errors.ts';
import type { StandIn } from './replay.ts';

/** Creates an empty simulator without sockets; each request sets its time. */
export function socketlessStandIn(begins: number): StandIn {
  const store = new Store();
  const clock = new MovableClock(begins * 1_000, () => 0);
  let made = 0;
  const sandbox: Sandbox = {
    store,
    newId: (prefix) => `${prefix}_${String((made += 1)).padStart(12, '0')}`,
    now: () => clock.now(),
    moveClock: (to) => clock.moveTo(to * 1_000),
    emit: () => undefined,
  };
  registerCalendars(sandbox, clock);
  return {
    put: (object) => store.put(object),
    ask(method, path, parameters, at) {
      if (at > sandbox.now()) clock.moveTo(at * 1_000);
      if (!findOperation(method, path)) return { status: 404, body: { error: { message: 'not in the stand-in' } } };
      try {
        return { status: 200, body: callOperation(sandbox, method, path, parameters) };
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        return { status: error.status, body: error.toWire('req_recorded') };
      }
    },
  };
}
