import { isDeepStrictEqual } from 'node:util';
import { codeKind, withoutMarker } from '@washdesk/rules/codes/codes';
import { compareSitewatch } from '@washdesk/rules/reconcile/compare-copies';
import type { Difference } from '@washdesk/rules/reconcile/difference-kinds';
import { objidOfSubject, sitewatchSubject } from '@washdesk/rules/reconcile/difference-subject';
import type { SitewatchCustomerRecord, SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { convergenceState } from '../../../jobs/convergence-state.store.ts';
import { enqueueConvergence } from '../../../jobs/enqueue-convergence.store.ts';
import { resultOf, type RunJobNow } from '../../../jobs/run-job-now.ts';
import {
  ScreenRefused,
  type ComparedCopy,
  type ComparedPlace,
  type Comparison,
  type FoundDifference,
} from '../../../mirror/compare/compared-copy.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { codeHoldersOf } from './code-holders.store.ts';
import {
  comparedMember,
  comparedRecord,
  haveSameName,
  isSameCustomer,
  isWithoutTrace,
  unknownInSitewatch,
  unlinkedInSitewatch,
} from './compared-at-site.ts';
import { correctLink, linksBetween, linksOf, unlinkedMembers } from './comparison.store.ts';
import type { WriteMember } from './converge-sitewatch.ts';
import { linkOf } from './links.store.ts';
import { loadMirroredMember, loadMirroredMembers } from './load-mirrored-member.ts';
import { matchedCustomer, matchOf, storeMatches, unlink } from './matches.store.ts';
import { memberAt, type Link, type MirroredMember } from './member.ts';
import { placeOf } from './places.store.ts';
import { recordsAtOnce, SiteRecords, type Place } from './site-records.ts';
import { unknownRecords } from './unknown-records.ts';

interface Parts {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
  runJobNow: RunJobNow;
  goodDays: () => Promise<number>;
  placeholderEmailDomain: () => Promise<string>;
  write: WriteMember;
}

const membersAtOnce = 40;
const codesAtOnce = 10;
const what = 'converge.sitewatch';

const otherCodes = 'The site has the same name with the same email or phone, under codes that Washdesk doesn’t know';
const entryTwice = 'A member with the same name and the same email or phone has another entry at the site';
const neverHere = 'Washdesk has no customer with these codes: the plan is from before Washdesk, or was given at the register';

/** Every site's Sitewatch against the mirror. */
export function sitewatchCopy({ write, ...parts }: Parts): ComparedCopy {
  const { db, clock, runJobNow } = parts;
  const records = new SiteRecords(parts);

  const place = async (site: number | null): Promise<Place> => ({ site: site!, ...(await placeOf(db, site!)) });
  const rules = async ({ timeZone }: Place) => ({
    now: clock.now(),
    timeZone,
    goodDays: await parts.goodDays(),
    placeholderEmailDomain: await parts.placeholderEmailDomain(),
  });

  /** The member as the site must have it, and as it has it; null for a customer whom no site can store. */
  async function sides({ customer, site }: ComparedPlace) {
    const at = await place(site);
    const given = await rules(at);
    const link = await linkOf(db, { site: at.site, customer });
    const member = await db.transaction().execute((tx) => loadMirroredMember(tx, customer, link, given));
    const told = member && memberAt(member, link, given);
    if (told?.kind !== 'member') return { at, link, wanted: null, found: null, isMatch: false };
    const wanted = told.member;
    const linked = wanted.objid === null ? null : await records.one(at, wanted.objid);
    if (linked && isSameCustomer(linked, wanted)) return { at, link, wanted, found: linked, isMatch: false };
    const byItsCode = await byCode(at, wanted);
    if (byItsCode || link?.objid != null || wanted.plan === null) return { at, link, wanted, found: byItsCode, isMatch: false };
    const matched = await matchedRecord(at, customer, wanted);
    return { at, link, wanted, found: matched, isMatch: matched !== null };
  }

  /** Returns the customer of the site who presumably is the member, under codes that Washdesk does not know. */
  async function matchedRecord(at: Place, customer: string, wanted: SitewatchMember): Promise<SitewatchCustomerRecord | null> {
    const objid = await matchOf(db, { site: at.site, customer });
    const record = objid === null ? null : await records.one(at, objid);
    return record && record.plans.length > 0 && haveSameName(record, wanted) ? record : null;
  }

  /** Compares a customer of the site whom Washdesk does not have. */
  async function compareUnknown(site: number, objid: number): Promise<FoundDifference[]> {
    const at = await place(site);
    const record = await records.one(at, objid);
    if (!record) return [];
    const given = await rules(at);
    const isUnknown = await db.transaction().execute(async (tx) => {
      const [link] = await linksBetween(tx, site, objid - 1, objid);
      const holders = await codeHoldersOf(tx, record.codes);
      return !link && holders.size === 0 && (await unknownRecords(tx, site, [record], given)).unknown.length > 0;
    });
    if (!isUnknown) return [];
    const member = await matchedCustomer(db, site, objid);
    if (member && (await sides({ customer: member, site })).found?.objid === objid) return [];
    return [{ ...unknownInSitewatch(record), cause: member ? entryTwice : neverHere }];
  }

  async function byCode(at: Place, { plate, tag }: SitewatchMember): Promise<SitewatchCustomerRecord | null> {
    for (const code of [plate.now, tag.now]) {
      const found = code === null ? null : await records.withCode(at, code);
      if (found) return found;
    }
    return null;
  }

  /** Returns customers of these numbers at the site who seem to differ. */
  async function screenPage(at: Place, page: readonly SitewatchCustomerRecord[], after: number): Promise<string[]> {
    const upTo = page.length < recordsAtOnce ? aboveEveryObjid : page.at(-1)!.objid;
    const given = await rules(at);
    return db.transaction().execute(async (tx) => {
      const links = await linksBetween(tx, at.site, after, upTo);
      const byNumber = new Map(links.map((link) => [link.objid, link.customer]));
      const texts = page.filter(({ objid }) => !byNumber.has(objid)).flatMap(({ codes }) => codes);
      const holders = await codeHoldersOf(tx, texts);
      const owners = page.flatMap((record): [string, SitewatchCustomerRecord][] => {
        const owner = byNumber.get(record.objid) ?? record.codes.flatMap((code) => holders.get(code) ?? [])[0];
        return owner === undefined ? [] : [[owner, record]];
      });
      const customers = [...new Set(owners.map(([customer]) => customer))];
      const linkByCustomer = await linksOf(tx, at.site, customers);
      const members = await loadMirroredMembers(tx, customers, linkByCustomer, given);
      const differing = owners.filter(([customer, record]) => {
        const link = linkByCustomer.get(customer) ?? null;
        return differs(members.get(customer), record, link, given);
      });
      const known = new Set(owners.map(([, { objid }]) => objid));
      const strangers = page.filter(({ objid }) => !known.has(objid));
      const { unknown, matches } = await unknownRecords(tx, at.site, strangers, given);
      await storeMatches(tx, at.site, { after, upTo }, matches);
      const lost = links.filter(({ objid }) => !page.some((record) => record.objid === objid));
      return [
        ...differing.map(([customer]) => customer),
        ...[...lost, ...matches].map(({ customer }) => customer),
        ...unknown.map(sitewatchSubject),
      ];
    });
  }

  async function missingMembers(at: Place, after: string): Promise<{ suspects: string[]; next: string | null }> {
    const members = await unlinkedMembers(db, { site: at.site, after, now: clock.now() }, membersAtOnce);
    const codes = members.map(({ customer, codes: [first] }) => ({ customer, code: first! }));
    const present = new Set<string>();
    for (let from = 0; from < codes.length; from += codesAtOnce) {
      const some = codes.slice(from, from + codesAtOnce).map(({ code }) => code);
      for (const code of await records.present(at, some)) present.add(code);
    }
    const suspects = codes.filter(({ code }) => !present.has(code)).map(({ customer }) => customer);
    return { suspects, next: members.length < membersAtOnce ? null : members.at(-1)!.customer };
  }

  const current = async (where: ComparedPlace) => {
    const { at, found } = await spoken(() => sides(where));
    return { at, record: found };
  };

  return {
    screens: [
      {
        name: 'sitewatch',
        async page(cursor, site) {
          const at = await place(site);
          const after = Number(cursor ?? 0);
          const page = await records.after(at, after);
          const suspects = await screenPage(at, page, after);
          return { suspects, compared: page.length, next: page.length < recordsAtOnce ? null : String(page.at(-1)!.objid) };
        },
      },
      {
        name: 'sitewatch-missing',
        page: async (cursor, site) => ({ ...(await missingMembers(await place(site), cursor ?? '')), compared: 0 }),
      },
    ],

    async compare(where) {
      const objid = objidOfSubject(where.customer);
      if (objid !== null) return spokenComparison(() => compareUnknown(where.site!, objid));
      const key = `${where.customer}:${where.site}`;
      const { isMoving, cause } = await convergenceState(db, what, key);
      if (isMoving) return { kind: 'moving' };
      return spokenComparison(async () => {
        const { link, wanted, found, isMatch } = await sides(where);
        if (link?.update || (await convergenceState(db, what, key)).isMoving) return 'moving';
        if (wanted && found && isMatch) return [{ ...unlinkedInSitewatch(wanted, found), cause: otherCodes }];
        const differences = wanted ? differencesOf(wanted, found, link) : [];
        return differences.map((one) => ({ ...one, cause }));
      });
    },

    before: async (difference) => (await current(difference)).record,

    async repair({ customer, site }, { requestId }) {
      const { at, link, wanted, found } = await spoken(() => sides({ customer, site }));
      if (found && wanted) {
        const { plate, tag } = comparedRecord(found, wanted, link);
        const known = { objid: found.objid, plate, tag, codes: found.codes.map(withoutMarker) };
        await correctLink(db, { site: at.site, customer }, known, clock.now());
      }
      await db.transaction().execute((tx) => enqueueConvergence(tx, [customer], clock.now(), site));
      const attempt = await runJobNow.attempt(what, `${customer}:${site}`);
      if (!attempt) throw new Error(`no job to update site ${site}, request ${requestId}`);
      resultOf(attempt);
      return (await current({ customer, site })).record;
    },

    async undo({ customer, site, kind }, { before, after }) {
      const { at, record } = await current({ customer, site });
      if (!isDeepStrictEqual(record, after ?? null))
        throw new Failure(409, 'changed_since', `The member has changed in Sitewatch of ${at.name} since the repair and stays as they are`);
      const [former, left] = [before as SitewatchCustomerRecord | null, after as SitewatchCustomerRecord | null];
      if (former && !left) throw new Failure(409, 'changed_since', `Sitewatch of ${at.name} no longer has the member`);
      if (!left) return;
      const { wanted } = await spoken(() => sides({ customer, site }));
      if (!wanted) throw new Failure(409, 'changed_since', `Sitewatch of ${at.name} can no longer store the member`);
      await write({ site: site!, customer }, formerMember(wanted, former, left));
      if (kind === 'sitewatch-unlinked')
        await db.transaction().execute((tx) => unlink(tx, { site: site!, customer }, left.objid, clock.now()));
    },
  };
}

const aboveEveryObjid = 2_147_483_647;

function differs(
  member: MirroredMember | undefined,
  record: SitewatchCustomerRecord,
  link: Link | null,
  given: Parameters<typeof memberAt>[2],
): boolean {
  const told = member && memberAt(member, link, given);
  return told?.kind === 'member' && differencesOf(told.member, record, link).length > 0;
}

function differencesOf(wanted: SitewatchMember, found: SitewatchCustomerRecord | null, link: Link | null): Difference[] {
  const record = found && !isWithoutTrace(found) ? comparedRecord(found, wanted, link) : null;
  return compareSitewatch(comparedMember(wanted), record);
}

/** Returns the update that makes the site have the customer as before: without codes and plan for one that it did not have. */
function formerMember(wanted: SitewatchMember, former: SitewatchCustomerRecord | null, left: SitewatchCustomerRecord): SitewatchMember {
  const { objid, codes } = left;
  const active = (record: SitewatchCustomerRecord): string[] => record.codes.filter((code) => withoutMarker(code) === code);
  const was = { plate: wanted.plate.now, tag: wanted.tag.now };
  const base = { ...wanted, objid, known: codes.map(withoutMarker) };
  if (!former) return { ...base, plate: { now: null, was: was.plate }, tag: { now: null, was: was.tag }, plan: null };
  const had = (code: string | null, kind: 'plate' | 'tag'): string | null => {
    const own = active(former);
    return code !== null && own.includes(code) ? code : (own.find((one) => codeKind(one) === kind) ?? null);
  };
  const { firstName, lastName, email, phone, city, state, zip, country, make, model, color, isCommercial, taxExempt, plans } = former;
  const [plan] = plans;
  return {
    ...base,
    firstName,
    lastName,
    email,
    phone,
    city,
    state,
    zip,
    make,
    model,
    color,
    isCommercial,
    taxExempt,
    country: country ?? 'US',
    plate: { now: had(was.plate, 'plate'), was: was.plate },
    tag: { now: had(was.tag, 'tag'), was: was.tag },
    plan: plan?.productClass ? { productClass: plan.productClass, expires: plan.expires ?? noEnd } : null,
  };
}

/** Stands for a plan without an end, which Washdesk never writes. */
const noEnd = '2099-12-31';

async function spokenComparison(work: () => Promise<FoundDifference[] | 'moving'>): Promise<Comparison> {
  try {
    const differences = await work();
    return differences === 'moving' ? { kind: 'moving' } : { kind: 'compared', differences };
  } catch (error) {
    if (error instanceof ScreenRefused) return { kind: 'unavailable', reason: error.message };
    throw error;
  }
}

async function spoken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScreenRefused) throw new Failure(503, 'site_unreachable', error.message);
    throw error;
  }
}
