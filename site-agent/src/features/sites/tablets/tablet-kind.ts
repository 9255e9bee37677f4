import type { CommandTable } from '../../../ports/commands.ts';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { Tablet } from '../../../ports/tablet.ts';

/** Passes hints to the site's tablets. A tablet that missed a hint finds the signature with its next poll. */
export function tabletCommands(tablets: ReadonlyMap<string, Tablet>): Pick<CommandTable, 'tablet.hint'> {
  return {
    'tablet.hint': async ({ signature }, { device }) => ({ told: (await tablets.get(device)?.hint(signature)) ?? false }),
  };
}

export const tabletKind = defineDeviceKind<Tablet>()({
  name: 'tablet',
  fields: {},
  laneOf: () => null,
  commands: (tablets) => tabletCommands(new Map(tablets.map(({ id, driver }) => [id, driver]))),
});
