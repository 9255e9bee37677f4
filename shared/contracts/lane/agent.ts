import { rosterPage, rosterQuery } from '@washdesk/site-protocol/roster';
import { endpoint, signedIn } from '../endpoint.ts';

/** Only for the service account of a site's agent; other callers get 403. */
export const agentRoster = endpoint({
  id: 'agentRoster',
  method: 'GET',
  path: '/agent/roster',
  access: signedIn,
  summary: "The member roster of the calling agent's site, from a sequence number",
  query: rosterQuery,
  compressed: true,
  response: rosterPage,
});
