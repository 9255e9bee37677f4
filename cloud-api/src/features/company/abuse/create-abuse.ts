import { decideAbuseFlag, getAbuseFlag, listAbuseFlags } from '@washdesk/contracts/company/abuse';
import { failedDaysSentence } from '@washdesk/rules/abuse/words';
import type { AlertCause } from '../../../common/alert.ts';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import { AbuseService } from './abuse.service.ts';
import { failedDays, personalData as daysData } from './days.store.ts';
import { Examination, type ExaminationParts } from './examination.ts';
import { personalData as flagsData } from './flags.store.ts';

const everyMs = 600_000;
/** Pauses between batches, so that requests come first. */
const apartMs = 100;

const abuseRoutes = (abuse: AbuseService): Route[] => [
  route(listAbuseFlags, ({ query, caller }) => abuse.list(query, principalOf(caller))),
  route(getAbuseFlag, ({ params, caller }) => abuse.get(params.id, principalOf(caller))),
  route(decideAbuseFlag, ({ params, body, keyedCall }) => abuse.decide(params.id, body, keyedCall())),
];

/** Flags of possible abuse with their evidence (docs/rules/abuse.md). */
export function createAbuse(parts: ExaminationParts) {
  const examination = new Examination(parts);
  const loop = new WorkLoop({
    round: () => examination.round(),
    everyMs,
    apartMs,
    onTrouble: (error) => parts.log.warn({ err: error }, 'Examining washes for abuse failed, retrying later'),
  });
  return {
    routes: abuseRoutes(new AbuseService(parts)),
    officeAuditKinds: ['abuse-flag'],
    personalData: { ...daysData, ...flagsData },
    loops: [loop],
    causes: failedDayCauses,
  } satisfies OfferingFeature;
}

async function failedDayCauses(db: Db): Promise<AlertCause[]> {
  const days = await failedDays(db);
  if (days.length === 0) return [];
  const sentence = failedDaysSentence(days);
  return [
    {
      cause: 'abuse:days',
      site: null,
      level: 'wait',
      sentence,
      step: 'Read the log of cloud-api. The day is examined again automatically.',
    },
  ];
}
