import { deedState } from '@washdesk/contracts/system/deed';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { DeedsService } from './deeds.service.ts';

export const deedsRoutes = (deeds: DeedsService): Route[] => [
  route(deedState, ({ params, caller }) => deeds.stateOf(principalOf(caller), params.key)),
];
