import {
  activateSitewatchPlan,
  clearSitewatchComment,
  disableCode,
  enableCode,
  replaceCode,
  sitewatchCustomerByCode,
  updateSitewatchCustomer,
} from '@washdesk/contracts/sites/sitewatch-member';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { SitewatchCodesService } from './codes.service.ts';
import type { SitewatchMembersService } from './members.service.ts';

export function sitewatchMembersRoutes({ members, codes }: { members: SitewatchMembersService; codes: SitewatchCodesService }): Route[] {
  return [
    route(updateSitewatchCustomer, ({ body, caller, operationKey }) => {
      const { customer, stripeCustomer, CustomerCode, customerCode } = body;
      return members.update(
        principalOf(caller),
        { customer: customer ?? stripeCustomer, code: CustomerCode ?? customerCode },
        operationKey,
      );
    }),
    route(activateSitewatchPlan, ({ body, keyedCall, operationKey }) => {
      const { CustomerCode, customercode, code, ProductClass, expirationdate } = body;
      const plan = { code: CustomerCode ?? customercode ?? code, productClass: ProductClass ?? '', expires: expirationdate };
      return members.activate(keyedCall(), plan, operationKey);
    }),
    route(sitewatchCustomerByCode, ({ params, caller }) => members.byCode(principalOf(caller), params.code)),
    route(clearSitewatchComment, ({ params, query, keyedCall }) => members.clearComment(keyedCall(), params.customerId, query.code)),
    route(enableCode, ({ body: { customer_code_objid: objid, site }, caller, idempotencyKey }) =>
      codes.switch(principalOf(caller), requiredKey(idempotencyKey), { objid, site }, true),
    ),
    route(disableCode, ({ body: { customer_code_objid: objid, site }, caller, idempotencyKey }) =>
      codes.switch(principalOf(caller), requiredKey(idempotencyKey), { objid, site }, false),
    ),
    route(replaceCode, ({ params, keyedCall }) => codes.replace(keyedCall(), params.old, params.new)),
  ];
}
