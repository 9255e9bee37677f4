import {
  onlineColors,
  onlineLocations,
  onlineMakes,
  onlineModels,
  onlinePlans,
  onlinePoster,
  onlinePreview,
  onlineSearch,
  onlineSession,
  onlineTerms,
} from '@washdesk/contracts/billing/online';
import type { Caller } from '../../../common/caller.ts';
import { customerNetwork } from '../../../common/networks.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import { route, type Route } from '../../../http/route.ts';
import type { AccountSearch } from './account-search.service.ts';
import { readLimiter, type OnlineLimits } from './online-limits.ts';
import type { OnlineOffers } from './online-offers.service.ts';
import type { OnlineVehicles } from './online-vehicles.ts';
import type { Posters } from './poster/poster.service.ts';
import { visitorCookie, visitorCookieOptions, visitorOf, type SessionKeys } from './visitors.ts';

interface Services {
  offers: OnlineOffers;
  search: AccountSearch;
  keys: SessionKeys;
  limits: OnlineLimits;
  vehicles: OnlineVehicles;
  posters: Posters;
}

/** Previews per minute and address: each makes two calls to Stripe. */
const previewsPerMinute = 20;

/** A site's vehicles change rarely, and a form asks for them again on each visit. */
const keptByBrowser = 'private, max-age=300';

export function onlineRoutes({ offers, search, keys, limits, vehicles, posters }: Services): Route[] {
  const [reads, lists, previews] = [readLimiter(), readLimiter(), rateLimiter(previewsPerMinute, 60)];
  const counted = (limiter: typeof reads, { ip }: Caller): Promise<void> => limiter.use(customerNetwork(ip));
  return [
    route(onlineLocations, async ({ caller }) => {
      await counted(reads, caller);
      const found = await offers.locations();
      return { ...found, count: found.locations.length };
    }),
    route(onlinePlans, async ({ query, caller }) => {
      await counted(reads, caller);
      const found = await offers.plans(query.site);
      return { ...found, count: found.plans.length };
    }),
    route(onlineTerms, async ({ query, caller }) => {
      await counted(reads, caller);
      return offers.terms(query.lang ?? 'en', query.plan);
    }),
    route(onlineMakes, async ({ query, caller, reply }) => {
      await counted(lists, caller);
      reply.header('Cache-Control', keptByBrowser);
      const makes = await vehicles.makes(query.site ?? null);
      return { makes, count: makes.length };
    }),
    route(onlineModels, async ({ query, caller, reply }) => {
      await counted(lists, caller);
      reply.header('Cache-Control', keptByBrowser);
      const models = await vehicles.models(query.site ?? null, query.make);
      return { models, count: models.length };
    }),
    route(onlineColors, async ({ query, caller, reply }) => {
      await counted(lists, caller);
      reply.header('Cache-Control', keptByBrowser);
      const colors = await vehicles.colors(query.site ?? null);
      return { colors, count: colors.length };
    }),
    route(onlinePreview, async ({ body, caller }) => {
      await counted(previews, caller);
      return offers.preview(body);
    }),
    route(onlineSession, async ({ caller, cookies, reply }) => {
      await counted(reads, caller);
      const present = visitorOf(cookies(visitorCookie), caller.ip);
      if (present.browser !== null) return keys.issue(present);
      const cookie = keys.freshCookie();
      reply.cookie(visitorCookie, cookie, visitorCookieOptions);
      return keys.issue(visitorOf(cookie, caller.ip));
    }),
    route(onlinePoster, ({ params }) => posters.of(params.site)),
    route(onlineSearch, async ({ body, caller, cookies }) => {
      const visitor = visitorOf(cookies(visitorCookie), caller.ip);
      keys.require(body.sessionKey, visitor);
      await limits.search(visitor);
      return { exists: await search.exists({ ...body, site: body.site ?? null }) };
    }),
  ];
}
