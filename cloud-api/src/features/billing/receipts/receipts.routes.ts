import { acknowledgeIncrease, customerReceipts, getAgreement, getReceipt, printReceipt } from '@washdesk/contracts/billing/receipt';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { AgreementService } from './agreement.service.ts';
import type { PrintingService } from './printing.service.ts';
import type { ReceiptsService } from './receipts.service.ts';

interface Services {
  receipts: ReceiptsService;
  printing: PrintingService;
  agreements: AgreementService;
}

export function receiptsRoutes({ receipts, printing, agreements }: Services): Route[] {
  return [
    route(getReceipt, ({ params, query, reply }) => {
      if (query.format === 'text') reply.header('Content-Type', 'text/plain; charset=utf-8');
      return receipts.show(params.id, query.kind, query.format);
    }),
    route(printReceipt, ({ params, body, caller }) => printing.print(params.id, body.kind, body.job, principalOf(caller))),
    route(acknowledgeIncrease, ({ params, caller }) => printing.acknowledge(params.id, principalOf(caller))),
    route(getAgreement, ({ params, caller }) => agreements.show(params.id, caller)),
    route(customerReceipts, ({ params, query }) => receipts.ofCustomer(params.id, query.page)),
  ];
}
