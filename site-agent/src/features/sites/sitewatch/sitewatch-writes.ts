import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import type { CommandContext, CommandTable } from '../../../ports/commands.ts';
import type { PosDatabase } from '../../../ports/pos-database.ts';
import type { PosWrite, WriteResult } from '../../../ports/pos-writes.ts';
import { requireDatabase } from './sitewatch.ts';

/**
 * The cloud's writes to the site's Sitewatch, one row per command. No id is on the agent's disk: Sitewatch stores each one in its own
 * transaction (docs/decisions/0009-sitewatch-writes.md). A usage's id is in its payload.
 */
export function sitewatchWrites(database: PosDatabase | null): Pick<CommandTable, PosWrite | 'sitewatch.record-usage'> {
  async function write<N extends PosWrite>(
    name: N,
    payload: CommandPayload<N>,
    { id, signal }: CommandContext,
  ): Promise<WriteResult<CommandResult<N>>> {
    return requireDatabase(database).write(name, id, payload, signal);
  }

  return {
    'sitewatch.record-usage': async (usage, { signal }) => requireDatabase(database).recordUsage(usage, signal),
    'sitewatch.converge': async (member, context) => (await write('sitewatch.converge', member, context)).result,
    'sitewatch.activate-plan': async (plan, context) => (await write('sitewatch.activate-plan', plan, context)).result,
    'sitewatch.switch-code': async (change, context) => (await write('sitewatch.switch-code', change, context)).result,
    'sitewatch.replace-code': async (change, context) => (await write('sitewatch.replace-code', change, context)).result,
    'sitewatch.clear-comment': async (customer, context) => (await write('sitewatch.clear-comment', customer, context)).result,
    'sitewatch.erase-customer': async (customer, context) => (await write('sitewatch.erase-customer', customer, context)).result,
    'sitewatch.deduct-gift-card': async (deduction, context) => {
      const { result, repeated } = await write('sitewatch.deduct-gift-card', deduction, context);
      return { ...result, repeated };
    },
    'sitewatch.save-club-plan': async (change, context) => (await write('sitewatch.save-club-plan', change, context)).result,
  };
}
