import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { Reader } from '@washdesk/contracts/sites/terminal';
import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Payments } from '../../../ports/payments.ts';
import { ReaderRegistry } from './reader-registry.service.ts';
import { ReadersService } from './readers.service.ts';
import { terminalsRoutes } from './terminals.routes.ts';

interface Dependencies {
  operations: Operations;
  payments: Payments;
  locationsOf: (site: number) => Promise<string[]>;
}

export function createTerminals({ operations, payments, locationsOf }: Dependencies): Feature {
  const readers = new ReadersService(payments);
  return {
    officeAuditKinds: ['reader'],
    overview: [
      {
        kind: 'readersOffline',
        access: atLeastRole('SalesManager'),
        read: async (site) => {
          const [all, locations] = await Promise.all([readers.list(undefined), site === null ? null : locationsOf(site)]);
          const isHere = ({ location }: Reader): boolean => locations === null || (location !== null && locations.includes(location));
          return { count: all.filter((one) => one.status === 'offline' && isHere(one)).length };
        },
      },
    ],
    routes: terminalsRoutes({ readers, readerRegistry: new ReaderRegistry({ operations, readers }) }),
  };
}
