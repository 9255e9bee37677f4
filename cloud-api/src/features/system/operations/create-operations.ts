import { lateOperations, operationState, resumeOperation } from '@washdesk/contracts/system/operation';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import type { Operations } from '../../../operations/operations.ts';
import { countLateOperations } from './late-operations.store.ts';
import { OperationsService } from './operations.service.ts';

const mostListed = 100;

interface Dependencies {
  operations: Operations;
  db: Db;
  summaryOf: (path: string) => string | null;
}

/** The outcome of an operation whose response never arrived, and the operations whose outcome is late. */
export function createOperations(dependencies: Dependencies): Feature {
  const { db } = dependencies;
  const service = new OperationsService(dependencies);
  return {
    routes: [
      route(operationState, ({ params, caller }) => service.stateOf(principalOf(caller), params.key)),
      route(resumeOperation, ({ params }) => service.resume(params.id)),
      route(lateOperations, async () => ({ rows: await service.late(mostListed), ...(await countLateOperations(db)) })),
    ],
    overview: [{ kind: 'operations', access: lateOperations.access, read: () => countLateOperations(db) }],
  };
}
