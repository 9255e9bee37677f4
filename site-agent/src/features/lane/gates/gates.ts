import type { CommandResult } from '@washdesk/site-protocol/commands';
import type { LivePayload } from '@washdesk/site-protocol/events';
import type { Clock } from '../../../ports/clock.ts';
import { CommandRefused, type CommandTable } from '../../../ports/commands.ts';
import type { GateState } from '../../../ports/gate-driver.ts';
import type { SiteEvents } from '../../../ports/site-events.ts';
import { Gate, type GateOptions } from './gate.ts';

export interface GatesOptions {
  gates: readonly GateOptions[];
  clock: Clock;
  events: Pick<SiteEvents, 'publish'>;
}

/** Opens gates and reports their state (docs/rules/lane.md#gates). */
export function gateCommands({ gates, clock, events }: GatesOptions): Pick<CommandTable, 'gate.open' | 'gate.status'> {
  const byId = new Map(gates.map((options) => [options.id, new Gate(options, clock, events)]));
  for (const { id, driver } of gates) driver.onState((state) => events.publish({ kind: 'gate', source: id, payload: shown(id, state) }));

  function gateOf(id: string): Gate {
    const gate = byId.get(id);
    if (!gate) throw new CommandRefused('unknown_device', `This site has no gate '${id}'`);
    return gate;
  }

  return {
    'gate.open': {
      key: (_payload, { id }) => id,
      repeatOnlyAsks: true,
      mayBeginUnstored: ({ device }) => gateOf(device).opensWithoutJournal,
      refused: (payload, context) => gateOf(context.device).refused(payload, context),
      prepare: (payload, context) => gateOf(context.device).prepare(payload, context),
      expired: (payload, context, why) => gateOf(context.device).outcome('expired', why, payload, context),
      notKnown: (why) => ({ ...nothingDone(clock, why), repeated: false, notKnown: true }),
      repeated: (stored) => ({ ...(stored ?? nothingDone(clock, interrupted)), repeated: true }),
    },
    'gate.status': (_payload, { device }) => gateOf(device).status(),
  };
}

/** The agent stopped between storing the id and storing the outcome. */
const interrupted = 'This command was interrupted earlier; check the gate';

/** Returns the result of a command that does nothing now; what was done before is unknown. */
function nothingDone(clock: Clock, reason: string): Omit<CommandResult<'gate.open'>, 'repeated'> {
  return { result: 'duplicate', reason, at: clock.now().toISOString() };
}

function shown(gate: string, state: GateState): LivePayload<'gate'> {
  const { relay, gateOpen = null, presence = null, merge = null } = state;
  return { gate, relay, gateOpen, presence, merge };
}
