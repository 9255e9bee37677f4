import type { Logger } from 'pino';
import {
  changeIncrease,
  createIncrease,
  getIncrease,
  increaseMembers,
  increaseOptions,
  listIncreases,
} from '@washdesk/contracts/billing/plans/price-increase';
import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, requiredKey, route } from '../../../http/route.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { IncreaseWork } from './increase-work.ts';
import type { MemberWorkParts } from './member-work.ts';
import { NoticeWork, type NoticeParts } from './notices/notice-work.ts';
import { noticesRoutes } from './notices/notices.routes.ts';
import { NoticesService } from './notices/notices.service.ts';
import { PriceIncreasesService } from './price-increases.service.ts';

interface Dependencies extends MemberWorkParts {
  log: Logger;
  settings: ReadSetting;
  reach: NoticeParts['reach'];
  jobsAdded: () => void;
  planSettings: () => Promise<PlanSettings>;
  leaseSeconds: number;
}

const lookEveryMs = 2_000;
/** Interval of checking the outcome of messages. */
const noticesEveryMs = 1_000;

/** Price increases for many members at once (docs/rules/billing.md#bulk-price-increases). */
export function createPriceIncreases(dependencies: Dependencies): Feature {
  const { log } = dependencies;
  const increases = new PriceIncreasesService(dependencies);
  const planNames = () => increases.plans();
  const notices = new NoticesService({ ...dependencies, planNames });
  const noticeWork = new NoticeWork({ ...dependencies, planNames });
  const work = new IncreaseWork(dependencies);
  const loop = new WorkLoop({
    round: () => work.round(),
    everyMs: lookEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Bulk price increase failed, retrying'),
  });
  const noticeLoop = new WorkLoop({
    round: () => noticeWork.round(),
    everyMs: noticesEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Price notices failed, retrying'),
  });
  return {
    officeAuditKinds: ['bulk-increase'],
    routes: [
      ...noticesRoutes(notices),
      route(listIncreases, ({ query }) => increases.list(query.page)),
      route(increaseOptions, () => increases.offers()),
      route(createIncrease, async ({ body, caller, idempotencyKey }) => {
        const made = await increases.create(body, principalOf(caller), requiredKey(idempotencyKey));
        loop.poke();
        return made;
      }),
      route(getIncrease, ({ params }) => increases.detail(params.id)),
      route(increaseMembers, async ({ params, query, wantsCsv }) =>
        wantsCsv ? await increases.file(params.id, query) : await increases.members(params.id, query),
      ),
      route(changeIncrease, async ({ params, body, caller }) => {
        const changed = await increases.change(params.id, body.state, principalOf(caller), body.members);
        loop.poke();
        return changed;
      }),
    ],
    loops: [loop, noticeLoop],
  };
}
