import { commands } from '@washdesk/site-protocol/commands';
import type { CommandTable } from '../ports/commands.ts';

const notAsked = (): never => {
  throw new Error('not asked for here');
};

/** A whole command table of which a test needs these few: every other command fails. */
export function testTable(some: Partial<CommandTable>): CommandTable {
  const others = Object.entries(commands).map(([name, { once }]) => [
    name,
    once ? { key: notAsked, run: notAsked, expired: notAsked, repeated: notAsked } : notAsked,
  ]);
  return { ...(Object.fromEntries(others) as CommandTable), ...some };
}
