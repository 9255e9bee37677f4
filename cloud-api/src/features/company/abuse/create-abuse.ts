import type { Logger } from 'pino';
import { decideAbuseFlag, getAbuseFlag, listAbuseFlags } from '@washdesk/contracts/company/abuse';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import { AbuseService } from './abuse.service.ts';
import { personalData as daysData } from './days.store.ts';
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
export function createAbuse({ log, ...parts }: ExaminationParts & { log: Logger }): Feature {
  const examination = new Examination(parts);
  const loop = new WorkLoop({
    round: () => examination.round(),
    everyMs,
    apartMs,
    onTrouble: (error) => log.warn({ err: error }, 'Examining washes for abuse failed, retrying later'),
  });
  return {
    routes: abuseRoutes(new AbuseService(parts)),
    officeAuditKinds: ['abuse-flag'],
    personalData: { ...daysData, ...flagsData },
    loops: [loop],
  };
}
