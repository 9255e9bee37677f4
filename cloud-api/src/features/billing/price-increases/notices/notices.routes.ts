import { increaseLetters, increaseNotices, markLettersPrinted, previewNotice } from '@washdesk/contracts/billing/plans/increase-notice';
import { route, type Route } from '../../../../http/route.ts';
import type { NoticesService } from './notices.service.ts';

export const noticesRoutes = (notices: NoticesService): Route[] => [
  route(increaseNotices, ({ params }) => notices.notices(params.id)),
  route(previewNotice, ({ params, query }) => notices.preview(params.id, query.subscription)),
  route(increaseLetters, ({ params }) => notices.letters(params.id)),
  route(markLettersPrinted, ({ params, body, keyedCall }) => notices.printed(params.id, body.letters, keyedCall())),
];
