import { openGate } from '@washdesk/contracts/lane/gate';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { GatesService } from './gates.service.ts';

export function gatesRoutes(gates: GatesService): Route[] {
  return [
    route(openGate, ({ params, body, caller }) => {
      const request = { commandId: body.commandId, gate: params.host, reason: body.reason ?? null, requestId: caller.requestId };
      return gates.open(request, principalOf(caller));
    }),
  ];
}
