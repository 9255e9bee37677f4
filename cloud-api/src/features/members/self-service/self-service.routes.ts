import { createHash, randomUUID } from 'node:crypto';
import {
  exportMemberData,
  finishMemberCard,
  getMember,
  memberBillPage,
  memberReceipt,
  memberReceipts,
  memberWashes,
  moveMemberPlate,
  payMemberInvoice,
  requestMemberErasure,
  saveMemberLanguage,
  startMemberCard,
} from '@washdesk/contracts/members/member';
import {
  cancelMemberPlan,
  changeMemberPlan,
  listMemberPlans,
  listRestartPlans,
  previewMemberPlan,
  previewRestart,
  reactivateMemberPlan,
  restartMemberPlan,
  takeFreeMonth,
} from '@washdesk/contracts/members/member-plan';
import { endMemberSession, openMemberSession, requestMemberCode, requestMemberLink } from '@washdesk/contracts/members/member-session';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { memberCookie, memberCookiePath, type Caller } from '../../../common/caller.ts';
import { requiredKey, route, type Route } from '../../../http/route.ts';
import type { MemberCancellations } from './member-cancellation.service.ts';
import type { MemberCards } from './member-card.service.ts';
import type { MemberData } from './member-data.service.ts';
import type { MemberPayments } from './member-payments.service.ts';
import type { MemberPlans } from './member-plan.service.ts';
import type { MemberPlates } from './member-plates.service.ts';
import { memberOf, memberPrincipal } from './member-principal.ts';
import type { MemberReceipts } from './member-receipts.service.ts';
import type { MemberRestarts } from './member-restart.service.ts';
import type { MemberViews } from './member-view.service.ts';
import type { SaveOffers } from './save-offers.service.ts';
import { sessionSeconds, type MemberSignIn } from './sign-in.service.ts';

/** Counts what one browser requests; it opens nothing. */
const browserCookie = 'washdesk_member_browser';
const browserSeconds = 400 * 86_400;

/** All members have one principal, so the key of a change includes the customer: two members never share one. */
const keyOf = (caller: Caller, key: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([memberOf(caller).customer, requiredKey(key)]))
    .digest('hex');

interface Services {
  signIn: MemberSignIn;
  views: MemberViews;
  receipts: MemberReceipts;
  cards: MemberCards;
  payments: MemberPayments;
  plates: MemberPlates;
  plans: MemberPlans;
  cancellations: MemberCancellations;
  restarts: MemberRestarts;
  saveOffers: SaveOffers;
  data: MemberData;
  saveLanguage: (customer: string, lang: MemberLanguage) => Promise<void>;
}

export const selfServiceRoutes = ({
  signIn,
  views,
  receipts,
  cards,
  payments,
  plates,
  plans,
  cancellations,
  restarts,
  saveOffers,
  data,
  saveLanguage,
}: Services): Route[] => [
  route(requestMemberLink, async ({ body, caller, cookies, reply }) => {
    const device = cookies(browserCookie);
    if (!device) reply.cookie(browserCookie, randomUUID(), { path: memberCookiePath, maxAgeSeconds: browserSeconds });
    return signIn.request(body, { caller, device });
  }),
  route(openMemberSession, async ({ body: { token, request, code }, caller, cookies, reply }) => {
    const former = cookies(memberCookie);
    const { secret, expires } =
      token === undefined
        ? await signIn.openByCode({ request: request ?? '', code: code ?? '' }, caller, former)
        : await signIn.openByToken(token, caller, former);
    reply.cookie(memberCookie, secret, { path: memberCookiePath, maxAgeSeconds: sessionSeconds });
    return { expires: expires.toISOString() };
  }),
  route(endMemberSession, async ({ caller, reply }) => {
    if (caller.member) await signIn.end(caller.member, caller.requestId);
    reply.cookie(memberCookie, '', { path: memberCookiePath, maxAgeSeconds: 0 });
    return { ended: true as const };
  }),
  route(requestMemberCode, ({ body, caller }) => signIn.requestOwn(memberOf(caller), body.lang, caller.requestId)),
  route(getMember, ({ caller }) => views.overview(memberOf(caller), memberPrincipal(caller.requestId))),
  route(saveMemberLanguage, async ({ body: { lang }, caller }) => {
    await saveLanguage(memberOf(caller).customer, lang);
    return { lang };
  }),
  route(memberWashes, ({ query, caller }) => views.washes(memberOf(caller).customer, query.page)),
  route(memberReceipts, ({ query, caller }) => receipts.list(memberOf(caller).customer, query.page)),
  route(memberReceipt, ({ params, caller }) => receipts.receipt(memberOf(caller).customer, params.id)),
  route(memberBillPage, ({ params, caller }) => receipts.bill(memberOf(caller).customer, params.id)),
  route(startMemberCard, ({ query, caller, idempotencyKey }) =>
    cards.start(memberOf(caller).customer, query, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey)),
  ),
  route(finishMemberCard, ({ params, caller }) => cards.finish(params.session, memberOf(caller).customer, caller.requestId)),
  route(moveMemberPlate, ({ body, caller, idempotencyKey }) =>
    plates.move(body, memberOf(caller).customer, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey)),
  ),
  route(cancelMemberPlan, ({ body, caller, idempotencyKey }) =>
    cancellations.cancel(body, memberOf(caller).customer, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey)),
  ),
  route(reactivateMemberPlan, async ({ caller, idempotencyKey }) => {
    await cancellations.reactivate(memberOf(caller).customer, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey));
    return { active: true as const };
  }),
  route(listMemberPlans, ({ caller }) => plans.others(memberOf(caller).customer, memberPrincipal(caller.requestId))),
  route(previewMemberPlan, ({ params, caller }) => plans.preview(params.id, memberOf(caller).customer, memberPrincipal(caller.requestId))),
  route(changeMemberPlan, async ({ body, caller, idempotencyKey }) => {
    await plans.change(body, memberOf(caller).customer, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey));
    return { changed: true as const };
  }),
  route(takeFreeMonth, async ({ body: { reason }, caller, idempotencyKey }) => {
    await saveOffers.takeFreeMonth(reason, memberOf(caller).customer, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey));
    return { taken: true as const };
  }),
  route(listRestartPlans, ({ caller }) => restarts.plans(memberOf(caller).customer, memberPrincipal(caller.requestId))),
  route(previewRestart, ({ params, caller }) => restarts.preview(params.id, memberOf(caller).customer, memberPrincipal(caller.requestId))),
  route(restartMemberPlan, async ({ body: { proration_date: from, ...body }, caller, idempotencyKey }) => {
    await restarts.start({ ...body, from }, memberOf(caller).customer, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey));
    return { started: true as const };
  }),
  route(exportMemberData, ({ caller, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="my-data.json"');
    return data.export(memberOf(caller).customer, memberPrincipal(caller.requestId));
  }),
  route(requestMemberErasure, async ({ body, caller }) => {
    const requested = await data.requestErasure(memberOf(caller).customer, body.lang, memberPrincipal(caller.requestId));
    return { requested: requested.toISOString() };
  }),
  route(payMemberInvoice, ({ params, caller, idempotencyKey }) =>
    payments.pay(params.id, memberOf(caller).customer, memberPrincipal(caller.requestId), keyOf(caller, idempotencyKey)),
  ),
];
