import type { onlineTerms } from '@washdesk/contracts/billing/online';
import type {
  exportMemberData,
  finishMemberCard,
  getMember,
  memberReceipts,
  memberWashes,
  moveMemberPlate,
  payMemberInvoice,
  requestMemberErasure,
  saveMemberLanguage,
  startMemberCard,
} from '@washdesk/contracts/members/member';
import type {
  cancelMemberPlan,
  changeMemberPlan,
  listMemberPlans,
  listRestartPlans,
  previewMemberPlan,
  previewRestart as previewRestartContract,
  reactivateMemberPlan,
  restartMemberPlan,
  takeFreeMonth as takeFreeMonthContract,
} from '@washdesk/contracts/members/member-plan';
import type { endMemberSession, openMemberSession, requestMemberCode, requestMemberLink } from '@washdesk/contracts/members/member-session';
import type { CancellationReason } from '@washdesk/rules/plans/self-service';
import { call } from '../lib/call.ts';
import type { Language } from '../lib/languages.ts';

export const requestLink = (contact: string, lang: Language) =>
  call<typeof requestMemberLink>('POST', '/member/signin', { body: { contact, lang } });
export const requestCode = (lang: Language) => call<typeof requestMemberCode>('POST', '/member/code', { body: { lang } });
export const openSession = (body: { token: string } | { request: string; code: string }) =>
  call<typeof openMemberSession>('POST', '/member/session', { body });
export const endSession = () => call<typeof endMemberSession>('DELETE', '/member/session');

export const readMember = (signal: AbortSignal) => call<typeof getMember>('GET', '/member', { signal });
export const readWashes = (page: string | undefined) => call<typeof memberWashes>('GET', '/member/washes', { query: { page } });
export const readReceipts = (page: string | undefined) => call<typeof memberReceipts>('GET', '/member/receipts', { query: { page } });
export const readPlans = (signal: AbortSignal) => call<typeof listMemberPlans>('GET', '/member/plans', { signal });
export const previewPlan = (price: string, signal: AbortSignal) =>
  call<typeof previewMemberPlan>('GET', `/member/plans/${encodeURIComponent(price)}`, { signal });

export const startCard = (lang: Language, key: string, step?: 'restart') =>
  call<typeof startMemberCard>('POST', '/member/card', { query: { lang, step }, key });
export const finishCard = (session: string, key: string) =>
  call<typeof finishMemberCard>('POST', `/member/card/${encodeURIComponent(session)}`, { key });
export const payInvoice = (id: string, key: string) =>
  call<typeof payMemberInvoice>('POST', `/member/invoices/${encodeURIComponent(id)}/pay`, { key });
export const movePlate = (body: { plate: string; state: string }, key: string) =>
  call<typeof moveMemberPlate>('POST', '/member/plate', { body, key });
export const cancelPlan = (body: { reason: CancellationReason; comment: string; ends: string; lang: Language }, key: string) =>
  call<typeof cancelMemberPlan>('POST', '/member/plan/cancel', { body, key });
export const reactivatePlan = (key: string) => call<typeof reactivateMemberPlan>('POST', '/member/plan/reactivate', { key });
export const changePlan = (body: { price: string; proration_date?: number }, key: string) =>
  call<typeof changeMemberPlan>('POST', '/member/plan', { body, key });
export const takeFreeMonth = (reason: CancellationReason, key: string) =>
  call<typeof takeFreeMonthContract>('POST', '/member/plan/free-month', { body: { reason }, key });
export const readRestartPlans = (signal: AbortSignal) => call<typeof listRestartPlans>('GET', '/member/restart', { signal });
export const previewRestart = (price: string, signal: AbortSignal) =>
  call<typeof previewRestartContract>('GET', `/member/restart/${encodeURIComponent(price)}`, { signal });
export const restartPlan = (body: { price: string; proration_date: number; termsVersion: string }, key: string) =>
  call<typeof restartMemberPlan>('POST', '/member/restart', { body, key });
export const readTerms = (plan: string, lang: Language, signal: AbortSignal) =>
  call<typeof onlineTerms>('GET', '/online/terms', { query: { plan, lang }, signal });
export const saveLanguage = (lang: Language) => call<typeof saveMemberLanguage>('PUT', '/member/language', { body: { lang } });
export const readData = () => call<typeof exportMemberData>('GET', '/member/data');
export const askErasure = (lang: Language) => call<typeof requestMemberErasure>('POST', '/member/erasure', { body: { lang } });
