import { openGate } from '@washdesk/contracts/lane/gate';
import type { OfferingFeature } from '../../../feature.ts';
import { GatesService, type GatesOptions } from './gates.service.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';

function gatesRoutes(gates: GatesService): Route[] {
  return [
    route(openGate, ({ params, body, caller }) => {
      const request = { commandId: body.commandId, gate: params.host, reason: body.reason ?? null, customer: body.customer ?? null };
      return gates.open(request, principalOf(caller));
    }),
  ];
}

export function createGates(dependencies: GatesOptions) {
  const gates = new GatesService(dependencies);
  return {
    routes: gatesRoutes(gates),
    /** The state of a gate now, for live screens. */
    statusOf: (site: number, host: string) => gates.status(site, host),
  } satisfies OfferingFeature;
}
