import type { CommandTable } from '../../../ports/commands.ts';
import type { Tablet } from '../../../ports/tablet.ts';

/** Passes hints on to the site's tablets. A tablet that has not heard one finds the signature with its next poll. */
export function tabletCommands(tablets: ReadonlyMap<string, Tablet>): Pick<CommandTable, 'tablet.hint'> {
  return {
    'tablet.hint': async ({ signature }, { device }) => ({ told: (await tablets.get(device)?.hint(signature)) ?? false }),
  };
}
