import { checkGate, openGate } from '@washdesk/contracts/lane/gate';
import type { OfferingFeature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveReport } from '../../../ports/site-link.ts';
import { GatesService, type GatesOptions } from './gates.service.ts';
import { LiveGates } from './live-gates.ts';

function gatesRoutes(gates: GatesService): Route[] {
  return [
    route(openGate, ({ params, body, caller }) => {
      const { commandId, reason = null, customer = null, pressedAt } = body;
      const pressed = pressedAt === undefined ? null : new Date(pressedAt);
      return gates.open({ commandId, gate: params.host, reason, customer, pressed }, principalOf(caller));
    }),
    route(checkGate, ({ params, body, caller }) => gates.check({ commandId: body.commandId, gate: params.host }, principalOf(caller))),
  ];
}

interface Dependencies extends GatesOptions {
  live: Pick<LiveHub, 'deliver'>;
  onLiveReport(listener: (report: LiveReport) => void): void;
}

export function createGates({ live, onLiveReport, ...options }: Dependencies) {
  const gates = new GatesService(options);
  const states = new LiveGates(live, (site, host) => gates.status(site, host));
  onLiveReport((report) => report.kind === 'gate' && states.reported(report));
  return { routes: gatesRoutes(gates), live: [states], gates, states } satisfies OfferingFeature;
}
