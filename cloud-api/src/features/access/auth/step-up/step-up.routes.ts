import { stepUp } from '@washdesk/contracts/access/step-up';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { badField } from '../../../../common/failure.ts';
import { principalOf, route, type Route } from '../../../../http/route.ts';
import { parseParts } from '../../../../http/validate.ts';
import type { StepUpService } from './step-up.service.ts';

/** Returns the request to be approved, parsed by the contract of the call itself, so that both match in every field. */
function requestOf(endpoint: Endpoint, { params = {}, query = {}, body }: { params?: unknown; query?: unknown; body?: unknown }) {
  const parts = [
    { name: 'params' as const, schema: endpoint.params, value: params },
    { name: 'query' as const, schema: endpoint.query, value: query },
    { name: 'body' as const, schema: endpoint.body, value: body },
  ];
  return parseParts(parts, 'body.action.');
}

function amountOf(body: unknown): number | null {
  const amount = (body as { amount?: unknown } | undefined)?.amount;
  return Number.isSafeInteger(amount) ? (amount as number) : null;
}

interface StepUpParts {
  stepUps: StepUpService;
  endpointOf: (id: string) => Endpoint | undefined;
}

export function stepUpRoutes({ stepUps, endpointOf }: StepUpParts): Route[] {
  return [
    route(stepUp, async ({ body: { action, approver }, caller }) => {
      const endpoint = endpointOf(action.id);
      if (!endpoint?.approvable) throw badField('body.action.id', 'not_approvable', 'This can’t be approved here');
      const request = requestOf(endpoint, action);
      const amount = amountOf(request.body);
      const wanted = { endpoint: action.id, key: action.key, request, access: endpoint.access, amount };
      const given = await stepUps.approve(principalOf(caller), caller, wanted, approver);
      return { approval: given.approval.token, approver: given.approver, expires: given.approval.expires.toISOString(), amount };
    }),
  ];
}
