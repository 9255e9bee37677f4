import { operationState } from '@washdesk/contracts/system/operation';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { OperationsService } from './operations.service.ts';

export const operationsRoutes = (operations: OperationsService): Route[] => [
  route(operationState, ({ params, caller }) => operations.stateOf(principalOf(caller), params.key)),
];
