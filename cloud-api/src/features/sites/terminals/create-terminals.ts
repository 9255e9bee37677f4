import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Payments } from '../../../ports/payments.ts';
import { ReaderRegistry } from './reader-registry.service.ts';
import { ReadersService } from './readers.service.ts';
import { terminalsRoutes } from './terminals.routes.ts';

export function createTerminals({ operations, payments }: { operations: Operations; payments: Payments }): Feature {
  const readers = new ReadersService(payments);
  return {
    officeAuditKinds: ['reader'],
    routes: terminalsRoutes({ readers, readerRegistry: new ReaderRegistry({ operations, readers }) }),
  };
}
