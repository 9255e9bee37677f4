import { getReceipt, printReceipt } from '@washdesk/contracts/receipt';
import { principalOf, route, type Route } from '../../http/route.ts';
import type { ReceiptsService } from './receipts.service.ts';

export function receiptsRoutes(receipts: ReceiptsService): Route[] {
  return [
    route(getReceipt, ({ params, query, reply }) => {
      if (query.format === 'text') reply.header('Content-Type', 'text/plain; charset=utf-8');
      return receipts.show(params.id, query.kind, query.format);
    }),
    route(printReceipt, ({ params, body, caller }) => receipts.print(params.id, body.kind, body.job, principalOf(caller))),
  ];
}
