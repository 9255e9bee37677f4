import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { isoTime, noCache, numberText, siteNumber } from '../values.ts';

/**
 * Lists from each site's Sitewatch, with Sitewatch's column names. They are served from the cloud's copy, so a sign-up never waits for a
 * site. A copy older than an hour is refreshed in the background. `noCache=true` asks the site first, with a short timeout. `site` is the
 * list's source: another site if the session's site never responded; `asOf` is when it was read. 409 `no_location`; 503 `site_unreachable`
 * if no site ever responded.
 */
const copy = { count: z.int(), site: siteNumber, asOf: isoTime };
const query = z.object({ noCache });

export const vehicleMake = z.object({ ID: z.int(), NAME: z.string() });

export const listMakes = endpoint({
  id: 'listMakes',
  method: 'GET',
  path: '/firebird/makes',
  access: signedIn,
  summary: 'Car makes',
  query,
  response: z.object({ makes: z.array(vehicleMake), ...copy }),
});

/** Lists all models, or those of one make by its ID. */
export const listModels = endpoint({
  id: 'listModels',
  method: 'GET',
  path: '/firebird/models',
  access: signedIn,
  summary: 'Car models',
  query: query.extend({ make: numberText.optional() }),
  response: z.object({ models: z.array(vehicleMake.extend({ MAKE: z.int() })), ...copy }),
});

export const listColors = endpoint({
  id: 'listColors',
  method: 'GET',
  path: '/firebird/colors',
  access: signedIn,
  summary: 'Car colors',
  query,
  response: z.object({ colors: z.array(vehicleMake), ...copy }),
});

/** Lists sites by their mapped numbers, without unknown sites. */
export const listSites = endpoint({
  id: 'listSites',
  method: 'GET',
  path: '/firebird/sites',
  access: signedIn,
  summary: 'The sites in Sitewatch',
  query,
  response: z.object({
    sites: z.array(z.object({ SITENUMBER: siteNumber, NAME: z.string(), STATE: z.string().nullable() })),
    ...copy,
  }),
});

/** TERMINALTYPE: W wash register, D detail register, X unattended pay station. */
export const listTerminals = endpoint({
  id: 'listTerminals',
  method: 'GET',
  path: '/firebird/terminals',
  access: signedIn,
  summary: "The Sitewatch terminals of the session's site",
  query,
  response: z.object({
    terminals: z.array(z.object({ NAME: z.string(), TERMINALTYPE: z.string(), IPADDRESS: z.string().nullable() })),
    ...copy,
  }),
});

/** Lists the twenty best-selling items of the last 30 days, best first. */
export const topSellers = endpoint({
  id: 'topSellers',
  method: 'GET',
  path: '/firebird/topsellers',
  access: signedIn,
  summary: 'The best-selling items of the site',
  query,
  response: z.object({ topsellers: z.array(z.object({ OBJID: z.int(), NAME: z.string() })), ...copy }),
});
