import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import { operationsRoutes } from './operations.routes.ts';
import { OperationsService } from './operations.service.ts';

/** What has become of an operation whose answer never arrived. */
export const createOperations = ({ operations }: { operations: Operations }): Feature => ({
  routes: operationsRoutes(new OperationsService(operations)),
});
