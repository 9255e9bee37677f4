import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { signInMinutes } from '@washdesk/rules/customers/member-messages';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Alert } from '../../../common/alert.ts';
import type { Caller, MemberSession } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { customerNetwork, networkLimits } from '../../../common/networks.ts';
import { rateLimiter, type RateLimiter } from '../../../common/rate-limit.ts';
import { hashOfSecret } from '../../../common/rotating-secrets.ts';
import { countInHour, uncount } from '../../../db/hourly-count.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import { addLink, addSession, beginCode, removeSession, useLink, useSession, type UsedLink } from './member-links.store.ts';
import { memberPrincipal } from './member-principal.ts';
import { memberRequests, mostLinksOfMember, type SendOwnLink } from './sign-in-link.job.ts';

interface Options {
  db: Db;
  clock: Clock;
  /** Sessions follow the machine's time. */
  systemClock: Clock;
  alert: Alert;
  sendOwnLink: SendOwnLink;
  /** Of one network. */
  requestsPerMinute: number;
}

/** Requests per hour: of one member, browser or network. A phone carrier's network has many members. */
const mostRequests = { member: mostLinksOfMember, device: 10, network: 60 } as const;
/** Wrong codes for one request. */
const mostWrongCodes = 5;
/** Wrong links and codes per hour and network, before the network waits; and wrong codes of all networks, before codes are off. */
const mostGuesses = { network: 20, company: 300 } as const;

/** Before a requested link is looked up: the work for a member must not be seen in the time of the next response. */
const [shortestDelayMs, longestDelayMs] = [200, 700];
const sentWithinDays = 1;

const idleMinutes = 30;
const mostMinutes = 120;
export const sessionSeconds = mostMinutes * 60;

const linkInvalid = () => new Failure(403, 'link_invalid', 'This link was used or has expired. Request a new one');
const codeWrong = () => new Failure(403, 'code_wrong', 'This code is wrong. Check it and try again');
const codeInvalid = () => new Failure(403, 'code_invalid', 'This code is no longer valid. Request a new one');

function tooMany(code: 'too_many_requests' | 'too_many_attempts', retryAfterSeconds: number): Failure {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new Failure(429, code, `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again`, {
    details: { retryAfterSeconds },
  });
}

export interface OpenedSession {
  secret: string;
  expires: Date;
}

/** Sign-in of members without a password (docs/rules/members.md#self-service). */
export class MemberSignIn {
  readonly #options: Options;
  readonly #unknownCookies: RateLimiter;

  constructor(options: Options) {
    this.#options = options;
    this.#unknownCookies = rateLimiter(options.requestsPerMinute, 60);
  }

  /** @throws Failure 429 `too_many_requests` */
  async request(
    { contact, lang }: { contact: string; lang: MemberLanguage },
    { caller: { ip, requestId }, device }: { caller: Caller; device: string | undefined },
  ): Promise<{ request: string; minutes: number }> {
    const { db, clock } = this.#options;
    for (const [network, most] of networkLimits(customerNetwork(ip), mostRequests.network))
      await this.#count(`member-request:network:${network}`, most, 'too_many_requests');
    if (device) await this.#count(`member-request:device:${device}`, mostRequests.device, 'too_many_requests');
    const id = randomUUID();
    // looked up by a job: the response takes as long for a stranger as for a member
    await db.transaction().execute(async (tx) => {
      await addLink(tx, { id, contact, lang, minutes: signInMinutes });
      const job = { what: 'member-sign-in.send', key: id, site: null, customer: null, payload: {} } as const;
      const dueInSeconds = randomInt(shortestDelayMs, longestDelayMs) / 1_000;
      await enqueue(tx, { ...job, by: { requestId }, dueInSeconds, deadlineDays: sentWithinDays, created: clock.now() });
    });
    return { request: id, minutes: signInMinutes };
  }

  /** Sends the code that opens everything to a member whose session a payment link opened. @throws Failure 429 `too_many_requests` */
  async requestOwn({ customer }: MemberSession, lang: MemberLanguage, requestId: string): Promise<{ request: string; minutes: number }> {
    await this.#count(memberRequests(customer), mostRequests.member, 'too_many_requests');
    return { request: await this.#options.sendOwnLink({ customer, lang, requestId }), minutes: signInMinutes };
  }

  /** @throws Failure 403 `link_invalid`, 429 `too_many_attempts` */
  async openByToken(token: string, caller: Caller, former: string | undefined): Promise<OpenedSession> {
    const opened = await this.#options.db.transaction().execute(async (tx) => {
      const link = await useLink(tx, { tokenHash: hashOfSecret(token) });
      return link && this.#open(tx, link, caller, former);
    });
    if (opened) return opened;
    // a link cannot be guessed, so others' guesses don't block a valid one
    await this.#countNetworkGuess(caller);
    throw linkInvalid();
  }

  /** @throws Failure 403 `code_wrong`, `code_invalid`, 429 `too_many_attempts` */
  async openByCode(
    { request, code }: { request: string; code: string },
    caller: Caller,
    former: string | undefined,
  ): Promise<OpenedSession> {
    const { db } = this.#options;
    const ofNetworks = await this.#countNetworkGuess(caller);
    const asked = await beginCode(db, request, mostWrongCodes);
    if (!asked) throw codeInvalid();
    try {
      await this.#countGuess(companyGuess, caller, asked.codeHash === null ? 0 : 1);
    } catch (error) {
      await this.#takeBack(ofNetworks);
      throw error;
    }
    // a request for a stranger has no code: compared all the same
    const isRight = timingSafeEqual(hashOfSecret(code), asked.codeHash ?? Buffer.alloc(32));
    if (!isRight) throw codeWrong();
    const opened = await db.transaction().execute(async (tx) => {
      const link = await useLink(tx, { id: request });
      return link && this.#open(tx, link, caller, former);
    });
    if (!opened) throw codeInvalid();
    await this.#takeBack([...ofNetworks, companyGuess]);
    return opened;
  }

  /** For `CallerSource`. */
  async memberOf(secret: string, ip: string): Promise<MemberSession | null> {
    const session = await useSession(this.#options.db, hashOfSecret(secret), { idleMinutes, mostMinutes });
    if (!session) await this.#unknownCookies.use(customerNetwork(ip));
    return session;
  }

  async end({ id, customer }: MemberSession, requestId: string): Promise<void> {
    const { db, clock } = this.#options;
    await db.transaction().execute(async (tx) => {
      await removeSession(tx, { id });
      const by = auditBy(memberPrincipal(requestId));
      await writeAudit(tx, { ...by, action: 'member.signed-out', subject: `customer:${customer}`, at: clock.now() });
    });
  }

  async #open(tx: Tx, { customer, kind }: UsedLink, { requestId }: Caller, former: string | undefined): Promise<OpenedSession> {
    const secret = randomBytes(32).toString('base64url');
    if (former) await removeSession(tx, { secretHash: hashOfSecret(former) });
    await addSession(tx, { id: randomUUID(), secretHash: hashOfSecret(secret), customer, kind });
    const { clock, systemClock } = this.#options;
    const at = clock.now();
    const by = auditBy(memberPrincipal(requestId));
    await writeAudit(tx, { ...by, action: 'member.signed-in', subject: `customer:${customer}`, after: { link: kind }, at });
    return { secret, expires: new Date(systemClock.now().getTime() + sessionSeconds * 1_000) };
  }

  async #count(key: string, most: number, code: 'too_many_requests' | 'too_many_attempts'): Promise<void> {
    const { attempts, endsInSeconds } = await countInHour(this.#options.db, key);
    if (attempts > most) throw tooMany(code, endsInSeconds);
  }

  /** @returns what it counted. @throws Failure 429 `too_many_attempts` */
  async #countNetworkGuess(caller: Caller): Promise<GuessLimit[]> {
    const counted: GuessLimit[] = [];
    for (const limit of networkGuesses(caller)) {
      try {
        await this.#countGuess(limit, caller);
      } catch (error) {
        await this.#takeBack(counted);
        throw error;
      }
      counted.push(limit);
    }
    return counted;
  }

  async #takeBack(limits: readonly GuessLimit[]): Promise<void> {
    for (const { key } of limits) await uncount(this.#options.db, key);
  }

  /** @param by 0 for an attempt that can't succeed: refused like the others, but not counted. @throws Failure 429 `too_many_attempts` */
  async #countGuess({ key, most, where }: GuessLimit, { requestId }: Caller, by: 0 | 1 = 1): Promise<void> {
    const { db, clock, alert } = this.#options;
    const { attempts, endsInSeconds } = await countInHour(db, key, by);
    if (attempts - by < most) return;
    if (by === 1 && attempts === most + 1) {
      const after = { attempts: most, where };
      await writeAudit(db, {
        actor: 'anyone',
        device: null,
        requestId,
        action: 'member.guessing',
        subject: 'session:member',
        after,
        at: clock.now(),
      });
      alert('member.guessing', { where }, `More than ${most} sign-in links or codes of members were tried in an hour, ${where}`);
    }
    throw tooMany('too_many_attempts', endsInSeconds);
  }
}

interface GuessLimit {
  key: string;
  most: number;
  where: string;
}

const networkGuesses = ({ ip }: Caller): GuessLimit[] =>
  networkLimits(customerNetwork(ip), mostGuesses.network).map(([network, most]) => ({
    key: `member-guess:network:${network}`,
    most,
    where: 'from one network',
  }));

/** A link has 256 bits; only the six digits of a code need it. */
const companyGuess: GuessLimit = { key: 'member-guess:codes', most: mostGuesses.company, where: 'from all networks' };
