import { operationState } from '@washdesk/contracts/system/operation';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { Operations } from '../../../operations/operations.ts';
import { OperationsService } from './operations.service.ts';

const operationsRoutes = (operations: OperationsService): Route[] => [
  route(operationState, ({ params, caller }) => operations.stateOf(principalOf(caller), params.key)),
];

/** The outcome of an operation whose response never arrived. */
export const createOperations = (dependencies: { operations: Operations; db: Db }): Feature => ({
  routes: operationsRoutes(new OperationsService(dependencies)),
});
