import { CommandRefused, type CommandTable } from '../../ports/commands.ts';
import type { PosDatabase } from '../../ports/pos-database.ts';

type SitewatchCommand = Extract<keyof CommandTable, `sitewatch.${string}`>;

/**
 * What the cloud may ask of the site's Sitewatch, one line a command. A usage needs no key of its own on the agent's disk:
 * Sitewatch itself knows each id, in the transaction that writes the sale (design section 4, "Sitewatch writes").
 */
export function sitewatchCommands(database: PosDatabase | null): Pick<CommandTable, SitewatchCommand> {
  function sitewatch(): PosDatabase {
    if (!database) throw new CommandRefused('unavailable', 'This site is set up without a Sitewatch');
    return database;
  }

  return {
    'sitewatch.employee': async ({ number }, { signal }) => ({ employee: await sitewatch().employee(number, signal) }),
    'sitewatch.employees': async (_payload, { signal }) => ({ employees: await sitewatch().employees(signal) }),
    'sitewatch.terminals': async (_payload, { signal }) => ({ terminals: await sitewatch().terminals(signal) }),
    'sitewatch.customer-by-code': async ({ code }, { signal }) => ({ customer: await sitewatch().customerByCode(code, signal) }),
    'sitewatch.record-usage': async (usage, { signal }) => sitewatch().recordUsage(usage, signal),
  };
}
