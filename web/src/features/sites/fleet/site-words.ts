import type { FleetSite } from '@washdesk/contracts/sites/fleet';
import type { SiteState } from '@washdesk/rules/company/site-attention';
import { counted } from '@washdesk/rules/text/counts';

export const stateWords: Record<SiteState, string> = {
  online: 'Online',
  offline: 'Offline',
  silent: 'Silent',
  revoked: 'Revoked',
  never: 'Never connected',
  unknown: 'Unknown',
};

/** The state, or how many problems an online site has. */
export const badgeWords = ({ state, causes }: FleetSite): string =>
  state === 'online' && causes.length > 0 ? counted(causes.length, 'problem') : stateWords[state];

/** Why the agent can’t be asked, and when `what` works again; null while it can. A silent agent may still respond. */
export const whyUnreachable = ({ name, state }: FleetSite, what: string): string | null => {
  if (state === 'offline') return `${name} is offline. ${what} when it’s back.`;
  if (state === 'revoked') return `The agent of ${name} is revoked. ${what} when it’s enrolled again.`;
  if (state === 'never') return `The agent of ${name} has never connected. ${what} when it’s connected.`;
  return state === 'unknown' ? `Washdesk can’t reach the sites. ${what} when it can.` : null;
};

const none = '–';

/** "2 of 3 work". */
export const deviceWords = ({ devices }: FleetSite): string =>
  devices.all === 0 ? 'No devices' : `${devices.working} of ${devices.all} work`;

export const lineWords = ({ roundTripMs, leasesPercent }: FleetSite): string => {
  const trip = roundTripMs === null ? none : `${roundTripMs} ms`;
  return leasesPercent === null || leasesPercent >= 100 ? trip : `${trip}, ${leasesPercent}% received`;
};

export const waitingWords = ({ state, waiting }: FleetSite): string => {
  if (!waiting || state !== 'online') return none;
  if (waiting.events === 0) return 'None';
  return waiting.percent === 0 ? String(waiting.events) : `${waiting.events}, ${waiting.percent}% full`;
};

const sitewatchStates: Record<NonNullable<FleetSite['sitewatch']>, string> = {
  online: 'Works',
  degraded: 'Limited',
  offline: 'Offline',
  unknown: 'Unknown',
};

export const sitewatchWords = ({ sitewatch }: FleetSite): string => (sitewatch === null ? 'None' : sitewatchStates[sitewatch]);
