import { findZip } from '@washdesk/contracts/company/reference';
import { notFound } from '../../../common/failure.ts';
import type { Feature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import { ZipCodes } from './zip-table.ts';

const zipcodeRoutes = (zips: ZipCodes): Route[] => [
  route(findZip, async ({ params }) => {
    if (params.zip === null) return { city: null, state_id: null, state: null, country: 'CA' as const };
    const place = await zips.find(params.zip);
    if (!place) throw notFound('zip_not_found', 'ZIP code not found');
    return { city: place.city, state_id: place.state, state: place.state, country: 'US' as const };
  }),
];

export const createZipcode = (): Feature => ({ routes: zipcodeRoutes(new ZipCodes()) });
