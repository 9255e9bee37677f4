import { connectionToken, listReaders } from '@washdesk/contracts/terminal';
import { principalOf, route, type Route } from '../../http/route.ts';
import type { ReadersService } from './readers.service.ts';

export function terminalsRoutes(service: ReadersService): Route[] {
  return [
    route(listReaders, async ({ query }) => {
      const readers = await service.list(query.location);
      return { readers, count: readers.length };
    }),
    route(connectionToken, async ({ caller }) => ({ secret: await service.connectionToken(principalOf(caller).locationId) })),
  ];
}
