import { sitewatchDevice, type CommandName, type CommandPayload, type ReceivedResult } from '@washdesk/site-protocol/commands';
import { Failure } from '../../../common/failure.ts';
import type { NamedSite } from '../../../db/named-sites.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { cannotBeReached } from '../../../ports/site-outcome.ts';

/** The failure for a Sitewatch that does not respond; nothing was done there. */
export const sitewatchAway = ({ number: site, name }: NamedSite, reason: string): Failure =>
  new Failure(503, 'site_unreachable', cannotBeReached(name), { details: { site, reason } });

/** Returns the response of a site's Sitewatch to a query. @throws Failure 503 `site_unreachable` */
export async function askSitewatch<N extends CommandName>(
  sites: SiteCommands,
  place: NamedSite,
  name: N,
  payload: CommandPayload<N>,
): Promise<ReceivedResult<N>> {
  const outcome = await sites.send(place.number, sitewatchDevice, name, payload);
  if (outcome.kind === 'answered') return outcome.result;
  throw sitewatchAway(place, outcome.message);
}
