import { connectionToken, deleteReader, listReaders, registerReader } from '@washdesk/contracts/sites/terminal';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { ReaderRegistry } from './reader-registry.service.ts';
import type { ReadersService } from './readers.service.ts';

interface Services {
  readers: ReadersService;
  readerRegistry: ReaderRegistry;
}

export function terminalsRoutes({ readers, readerRegistry }: Services): Route[] {
  return [
    route(listReaders, async ({ query }) => {
      const found = await readers.list(query.location);
      return { readers: found, count: found.length };
    }),
    route(connectionToken, async ({ caller }) => ({ secret: await readers.connectionToken(principalOf(caller).locationId) })),
    route(registerReader, ({ body, caller, idempotencyKey }) =>
      readerRegistry.register(principalOf(caller), requiredKey(idempotencyKey), body),
    ),
    route(deleteReader, ({ params, caller, idempotencyKey }) =>
      readerRegistry.delete(principalOf(caller), requiredKey(idempotencyKey), params.id),
    ),
  ];
}
