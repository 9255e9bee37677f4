import type { Logger } from 'pino';
import { isActiveCode } from '@washdesk/rules/codes/active-codes';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { ErasedCodes } from '../../../db/erased-codes.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { aboveEveryObjid, claimDueSites, finishCopy, replacePart } from './code-copies.store.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  log: Logger;
  erasedCodes: ErasedCodes;
}

const lookedForDueEveryMs = 60_000;
const copiedAfterMs = 6 * 3_600_000;
const triedAgainAfterMs = 10 * 60_000;
/** Codes per command: a response of about 100 kB. */
const partSize = 2_000;

/** Copies of all active codes from every site's Sitewatch, used to find customers with many codes (docs/rules/company.md#reports). */
export function createCodeCopies({ db, clock, sites, log, erasedCodes }: Dependencies) {
  async function copyAll(site: number): Promise<void> {
    let after = 0;
    while (after < aboveEveryObjid) {
      const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.all-codes', { after, most: partSize });
      if (outcome.kind !== 'answered') return log.info({ site, reason: outcome.message }, 'Codes of a site not copied, retrying later');
      const { codes } = outcome.result;
      const active = codes.filter(({ code }) => isActiveCode(code));
      // a Sitewatch that has not erased a customer yet, or was restored
      const erased = await erasedCodes.among(
        db,
        active.map(({ code }) => code),
      );
      const upTo = codes.length < partSize ? aboveEveryObjid : codes.at(-1)!.objid;
      await replacePart(db, site, { from: after, upTo, codes: active.filter(({ code }) => !erased.has(code)) });
      after = upTo;
    }
    await finishCopy(db, site, clock.now());
  }

  async function copyDue(): Promise<number> {
    const now = clock.now();
    const earlier = (ms: number): Date => new Date(now.getTime() - ms);
    const due = await claimDueSites(db, now, { takenBefore: earlier(copiedAfterMs), startedBefore: earlier(triedAgainAfterMs) });
    for (const site of due) await copyAll(site);
    // a site without a response is tried again later
    return 0;
  }

  const loop = new WorkLoop({
    round: copyDue,
    everyMs: lookedForDueEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Copying codes of sites failed, retrying later'),
  });
  return {
    loops: [loop],
    /** Called when a site is online. */
    siteIsOnline(): Promise<void> {
      loop.poke();
      return Promise.resolve();
    },
  } satisfies OfferingFeature;
}
