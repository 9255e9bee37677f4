import { listPriceRanges, listReasons, listStates, savePriceRange } from '@washdesk/contracts/company/reference';
import { states } from '@washdesk/rules/codes/states';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ReferenceService } from './reference.service.ts';

const referenceRoutes = (reference: ReferenceService): Route[] => [
  route(listStates, () => Promise.resolve({ states: [...states], count: states.length })),
  route(listReasons, async ({ query }) => {
    const reasons = await reference.reasons(query.kind ?? null);
    return { reasons, count: reasons.length };
  }),
  route(listPriceRanges, async () => {
    const priceranges = await reference.priceRanges();
    return { priceranges, count: priceranges.length };
  }),
  route(savePriceRange, ({ params, body, keyedCall }) => reference.savePriceRange(params.id, body, keyedCall())),
];

export const createReference = ({ db, clock }: { db: Db; clock: Clock }): Feature => ({
  officeAuditKinds: ['price-range'],
  routes: referenceRoutes(new ReferenceService({ db, clock })),
});
