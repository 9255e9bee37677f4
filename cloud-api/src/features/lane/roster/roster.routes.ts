import { agentRoster } from '@washdesk/contracts/lane/agent';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { RosterService } from './roster.service.ts';

export const rosterRoutes = (roster: RosterService): Route[] => [
  route(agentRoster, ({ query, caller }) => roster.page(principalOf(caller), query.since)),
];
