import { findZip } from '@washdesk/contracts/company/reference';
import { notFound } from '../../../common/failure.ts';
import { route, type Route } from '../../../http/route.ts';
import type { ZipCodes } from './zip-table.ts';

export const zipcodeRoutes = (zips: ZipCodes): Route[] => [
  route(findZip, async ({ params }) => {
    if (params.zip === null) return { city: null, state_id: null, state: null, country: 'CA' as const };
    const place = await zips.find(params.zip);
    if (!place) throw notFound('zip_not_found', 'There is no such ZIP code');
    return { city: place.city, state_id: place.state, state: place.state, country: 'US' as const };
  }),
];
