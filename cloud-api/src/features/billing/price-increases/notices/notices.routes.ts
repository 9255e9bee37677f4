import { increaseLetters, increaseNotices, markLettersPrinted, previewNotice } from '@washdesk/contracts/billing/increase-notice';
import { principalOf, route, type Route } from '../../../../http/route.ts';
import type { NoticesService } from './notices.service.ts';

export const noticesRoutes = (notices: NoticesService): Route[] => [
  route(increaseNotices, ({ params }) => notices.notices(params.id)),
  route(previewNotice, ({ params, query }) => notices.preview(params.id, query.subscription)),
  route(increaseLetters, ({ params }) => notices.letters(params.id)),
  route(markLettersPrinted, ({ params, body, caller }) => notices.printed(params.id, body.letters, principalOf(caller))),
];
