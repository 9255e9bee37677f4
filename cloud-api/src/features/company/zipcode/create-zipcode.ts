import { findZip, onlineZip } from '@washdesk/contracts/company/reference';
import { notFound } from '../../../common/failure.ts';
import { customerNetwork } from '../../../common/networks.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import { ZipCodes } from './zip-table.ts';

const onlinePerMinute = 60;

function zipcodeRoutes(zips: ZipCodes): Route[] {
  const online = rateLimiter(onlinePerMinute, 60);
  const find = async (zip: string | null) => {
    if (zip === null) return { city: null, state_id: null, state: null, country: 'CA' as const };
    const place = await zips.find(zip);
    if (!place) throw notFound('zip_not_found', 'ZIP code not found');
    return { city: place.city, state_id: place.state, state: place.state, country: 'US' as const };
  };
  return [
    route(findZip, ({ params }) => find(params.zip)),
    route(onlineZip, async ({ params, caller }) => {
      await online.use(customerNetwork(caller.ip));
      return find(params.zip);
    }),
  ];
}

/** Returns where a ZIP code's center is; null for an unknown one. */
export const placeReader =
  (zips = new ZipCodes()) =>
  (zip: string) =>
    zips.find(zip);

export function createZipcode() {
  const zips = new ZipCodes();
  return { routes: zipcodeRoutes(zips), placeOf: placeReader(zips) } satisfies OfferingFeature;
}
