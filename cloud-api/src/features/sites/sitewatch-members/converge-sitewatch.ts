import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { withoutMarker } from '@washdesk/rules/codes/codes';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { SitewatchCode, SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import type { Alert } from '../../../common/alert.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { SitewatchUpdate } from '../../../db/tables/sitewatch-links.ts';
import { enqueueConvergence } from '../../../jobs/enqueue-convergence.store.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import { resultOf } from '../../../jobs/run-job-now.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { cannotBeReached, isFinal } from '../../../ports/site-outcome.ts';
import { codeHoldersOf } from './code-holders.store.ts';
import {
  startUpdate,
  discardUpdate,
  finishUpdate,
  codesOfOtherCustomers,
  linkOf,
  otherCustomersWith,
  type CustomerAtSite,
} from './links.store.ts';
import { loadMirroredMember } from './load-mirrored-member.ts';
import { memberAt } from './member.ts';
import { attemptAtSite } from './not-answered.ts';
import { placeOf } from './places.store.ts';

/** Retry delay for an offline site. A site that comes back makes its jobs due immediately, so this only covers a lost report. */
const awayMs = 120_000;
/** A command executed before gets an immediate response; both commands together must end before the claim on the row does. */
const againMs = 3_000;

export interface ConvergeParts {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
  alert: Alert;
  /** Days that a good status lasts beyond its period. */
  goodDays: () => Promise<number>;
  placeholderEmailDomain: () => Promise<string>;
}

interface Rules {
  now: Date;
  timeZone: string;
  goodDays: number;
  placeholderEmailDomain: string;
}

/** The update to send, or the outcome of the attempt without one. */
type Next = { update: SitewatchUpdate } | { attempt: Attempt };

/** Sends updates that were stored, and stores what the site responds. */
function updateSender({ db, sites, clock, alert }: Pick<ConvergeParts, 'db' | 'sites' | 'clock' | 'alert'>) {
  async function send(place: CustomerAtSite, name: string, update: SitewatchUpdate, again: boolean): Promise<Attempt> {
    const options = { id: update.id, sentBefore: again, ...(again && { waitMs: againMs }) };
    const outcome = await sites.send(place.site, sitewatchDevice, 'sitewatch.converge', update.member, options);
    if (outcome.kind === 'answered') {
      const { objid, created, codes } = outcome.result;
      const former = update.member.objid;
      if (former !== null && former !== objid)
        alert('sitewatch.other-number', { ...place, former, objid }, 'Sitewatch lost this member, or gave the number to another customer');
      await db.transaction().execute((tx) => storeAnswer(tx, place, update, { objid, codes: plainTexts(codes) }));
      return { kind: 'done', result: { customer_objid: objid, created, plan: update.member.plan } };
    }
    if (isFinal(outcome) || (outcome.kind === 'unreachable' && !again)) await discardUpdate(db, place, update);
    return attemptAtSite(outcome, name);
  }

  /** Stores the site's response. A late command may have taken codes from their current customer, so that customer is converged again. */
  async function storeAnswer(
    tx: Tx,
    place: CustomerAtSite,
    update: SitewatchUpdate,
    at: { objid: number; codes: string[] },
  ): Promise<void> {
    const now = clock.now();
    await finishUpdate(tx, place, update, at, now);
    const codes = [update.member.plate.now, update.member.tag.now].filter(isText);
    const codeHolders = new Set((await codeHoldersOf(tx, codes)).values());
    codeHolders.delete(place.customer);
    await enqueueConvergence(tx, [...codeHolders], now);
  }

  return send;
}

/** Writes a member to a site, not as the mirror has it: an undone repair. @throws Failure 409 `refused`, 503 `still_pending` */
export type WriteMember = (place: CustomerAtSite, member: SitewatchMember) => Promise<void>;

export function writeMember(parts: Pick<ConvergeParts, 'db' | 'sites' | 'clock' | 'alert'>): WriteMember {
  const { db, clock } = parts;
  const send = updateSender(parts);
  return async (place, member) => {
    const { name } = await placeOf(db, place.site);
    const update = { id: uuidv7(), member };
    await db.transaction().execute(async (tx) => {
      if ((await linkOf(tx, place))?.update) throw new Failure(503, 'still_pending', `An update of Sitewatch of ${name} is in progress`);
      await startUpdate(tx, place, update, clock.now());
    });
    resultOf(await send(place, name, update, false));
  };
}

/**
 * Brings one site's Sitewatch in line with the mirror's current data of a customer. The command is stored with its id before it is sent. If
 * its response was lost, the same command is sent again first, because the codes that the site last received determine what the next
 * command replaces.
 */
export function convergeSitewatch(parts: ConvergeParts) {
  const { db, clock } = parts;
  const send = updateSender(parts);

  async function next(tx: Tx, place: CustomerAtSite, rules: Rules, former: SitewatchUpdate | null): Promise<Next> {
    const { now } = rules;
    const link = await linkOf(tx, place);
    const mirroredMember = await loadMirroredMember(tx, place.customer, link, rules);
    if (!mirroredMember) return { attempt: { kind: 'refused', reason: 'Unknown customer' } };
    const told = memberAt(mirroredMember, link, rules);
    if (told.kind === 'refused') return { attempt: told };
    const nothingNew: Attempt = {
      kind: 'done',
      result: { customer_objid: link?.objid ?? null, created: false, plan: former?.member.plan ?? null },
    };
    if (told.kind === 'nothing' || (former && isDeepStrictEqual(known(former.member), known(told.member)))) return { attempt: nothingNew };
    const { plate, tag } = told.member;
    const codes = [plate.now, plate.was, tag.now, tag.was].filter(isText);
    const [others, foreign] = [
      await otherCustomersWith(tx, place, codes),
      await codesOfOtherCustomers(tx, place, [plate.now, tag.now].filter(isText)),
    ];
    const update = { id: uuidv7(), member: { ...told.member, others, foreign } };
    await startUpdate(tx, place, update, now);
    return { update };
  }

  return async ({ site, customer }: ClaimedJob<'converge.sitewatch'>): Promise<Attempt> => {
    if (site === null || customer === null) return { kind: 'refused', reason: 'It names no site or no customer' };
    const place = { site, customer };
    const { name, timeZone, away } = await placeOf(db, site);
    if (away) return { kind: 'later', reason: cannotBeReached(name), waitMs: awayMs };
    const former = (await linkOf(db, place))?.update ?? null;
    const first = former && (await send(place, name, former, true));
    if (first?.kind === 'later') return first;
    const [goodDays, placeholderEmailDomain] = [await parts.goodDays(), await parts.placeholderEmailDomain()];
    const rules = { now: clock.now(), timeZone, goodDays, placeholderEmailDomain };
    const what = await db.transaction().execute((tx) => next(tx, place, rules, first?.kind === 'done' ? former : null));
    return 'attempt' in what ? what.attempt : send(place, name, what.update, false);
  };
}

/** Returns the texts of codes without the marker of disabled ones. */
const plainTexts = (codes: readonly SitewatchCode[]): string[] => [...new Set(codes.map(({ code }) => withoutMarker(code)))];

const isText = (code: string | null): code is string => code !== null;

/** Returns what a site stores about a member after an update, regardless of its previous state. */
const known = (member: SitewatchMember) => ({
  ...member,
  objid: null,
  known: [],
  others: [],
  foreign: [],
  plate: member.plate.now,
  tag: member.tag.now,
});
