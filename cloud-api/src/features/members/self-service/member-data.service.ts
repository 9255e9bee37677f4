import type { z } from 'zod';
import type { exportMemberData } from '@washdesk/contracts/members/member';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Db } from '../../../db/pool.ts';

/** What members may do about their data (docs/rules/privacy.md). */
export interface MemberDataRequests {
  export: (customer: string, by: Principal) => Promise<z.input<typeof exportMemberData.response>>;
  requestErasure: (customer: string, lang: MemberLanguage, by: Principal) => Promise<Date>;
  erasureRequestedSince: (customer: string) => Promise<Date | null>;
}

/** An export reads every table. */
const exportsPerHour = 10;

/** @throws Failure 429 `too_many_requests` */
export async function exportOwn(db: Db, requests: MemberDataRequests, customer: string, by: Principal) {
  const { attempts, endsInSeconds } = await countInHour(db, `member-export:${customer}`);
  if (attempts > exportsPerHour) {
    const details = { retryAfterSeconds: endsInSeconds };
    throw new Failure(429, 'too_many_requests', 'You downloaded your data a moment ago. Try again in an hour', { details });
  }
  return requests.export(customer, by);
}
