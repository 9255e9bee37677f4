import { v7 as uuidv7 } from 'uuid';
import type { GateAnswer } from '@washdesk/contracts/lane/gate';
import type { Principal } from '../../../../common/caller.ts';
import { ConsoleRefusal } from '../command-line.ts';
import type { ConsoleCommand } from '../console-command.ts';
import { facts, table } from '../console-text.ts';
import { siteTime } from './times.ts';

/** The gates as the screens open them. */
export interface GateOpener {
  open(
    request: { commandId: string; gate: string; reason: string | null; customer: string | null },
    principal: Principal,
  ): Promise<Pick<GateAnswer, 'result' | 'message' | 'noReadback'>>;
}

const inWords = (value: boolean | null): string => (value === null ? 'not wired' : value ? 'on' : 'off');

/** Gates and tag readers. */
export const laneCommands = (gates: GateOpener): readonly ConsoleCommand[] => [
  {
    verb: 'rfid last',
    button: 'Show Tags',
    summary: 'Show the last 10 tags that a reader sent, before any filter',
    role: 'Admin',
    device: 'reader',
    async run(call) {
      const { reads } = await call.ask(call.device().id, 'reader.last', {});
      if (reads.length === 0) return { text: `${call.device().name} has read nothing since the agent started` };
      const rows = reads.map(({ tag, antenna, lane, rssi, reads: count, at }) => [
        siteTime(new Date(at), call.site().timeZone),
        tag,
        String(antenna),
        lane === null ? 'none' : String(lane),
        rssi === null ? '' : `${rssi} dBm`,
        String(count),
      ]);
      return { text: table(['LAST READ', 'TAG', 'ANTENNA', 'LANE', 'STRENGTH', 'READS'], rows) };
    },
  },
  {
    verb: 'rfid simulate',
    summary: 'Handle a tag as if a reader had read it: a gate may open, and a wash is recorded',
    role: 'Admin',
    device: 'reader',
    values: ['tag'],
    options: ['antenna'],
    audit: { action: 'tag.simulated', subject: (call) => `tag-reader:${call.site().number}/${call.device().id}` },
    async run({ ask, device, values: [tag = ''], options: { antenna = '1' } }) {
      if (!/^[1-9]\d?$/u.test(antenna)) throw new ConsoleRefusal('--antenna needs a number from 1 to 99');
      if (tag.length > 64) throw new ConsoleRefusal('A tag has at most 64 characters');
      const { done, reason } = await ask(device().id, 'reader.simulate', { antenna: Number(antenna), tag });
      return done
        ? { text: `${device().name} handled the tag as read at antenna ${antenna}` }
        : { ok: false, text: `Nothing was done: ${reason}` };
    },
  },
  {
    verb: 'gate status',
    button: 'Read Inputs',
    summary: 'Read a gate’s relay and inputs',
    role: 'Admin',
    device: 'gate',
    async run(call) {
      const { relay, gateOpen, presence, merge } = await call.ask(call.device().id, 'gate.status', {});
      return {
        text: facts([
          ['Relay', inWords(relay)],
          ['Gate-open input', inWords(gateOpen)],
          ['Presence loop', inWords(presence)],
          ['Merge loop', inWords(merge)],
        ]),
      };
    },
  },
  {
    verb: 'gate open',
    button: 'Open Gate',
    summary: 'Open a gate once, with the same limits as on the screen',
    role: 'Admin',
    device: 'gate',
    audit: 'own',
    async run(call) {
      const principal = { ...call.principal, site: call.site().number };
      const request = { commandId: uuidv7(), gate: call.device().id, reason: call.reason, customer: null, pressed: null };
      const { result, message, noReadback = false } = await gates.open(request, principal);
      return { ok: result === 'opened' || noReadback, text: message };
    },
  },
];
