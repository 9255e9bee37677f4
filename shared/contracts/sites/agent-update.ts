import { z } from 'zod';
import { releasePlatform, releaseVersion, updateOffer, updateQuery } from '@washdesk/site-protocol/release-manifest';
import { endpoint, signedIn } from '../endpoint.ts';

/** Only for a site's agent; other callers get 403. The agent verifies what it is offered. */
export const agentUpdate = endpoint({
  id: 'agentUpdate',
  method: 'GET',
  path: '/agent/update',
  access: signedIn,
  summary: "The release that the calling agent's site is to install",
  query: updateQuery,
  response: updateOffer,
});

/**
 * Only for a site's agent, and only for a release that its site is offered; 404 `release_not_offered` otherwise. Accepts `Range: bytes=<from>-`
 * with 206, to continue a download, and answers 416 beyond the end of the file.
 */
export const agentReleaseFile = endpoint({
  id: 'agentReleaseFile',
  method: 'GET',
  path: '/agent/releases/{version}/{platform}',
  access: signedIn,
  summary: 'The file of a release',
  params: z.object({ version: releaseVersion, platform: releasePlatform }),
  produces: 'application/octet-stream',
  response: z.string(),
});
