import { lanesTopic, type BoardGate, type LaneBoard, type LaneCar, type LaneDecision } from '@washdesk/contracts/lane/board';
import { codeKind } from '@washdesk/rules/codes/codes';
import { admissionOf } from '@washdesk/rules/lane/admission';
import { decidedWithinMs, withLiveCars } from '@washdesk/rules/lane/lane-board';
import { laneReasonOf } from '@washdesk/rules/lane/lane-reasons';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { siteOf, type Caller, type Principal } from '../../../common/caller.ts';
import { Failure, notFound, unauthorized } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { publishLive } from '../../../live/publish.ts';
import type { Clock } from '../../../ports/clock.ts';
import { decisionOf, insertDecision, membersOf, readAt, tracedCars, type Member, type TracedCar } from './board.store.ts';
import type { LiveCar, LiveCars } from './live-cars.ts';
import type { SiteContact } from './site-contact.ts';

/** A gate or reader of a site, as it reports. */
export interface LaneDevice {
  id: string;
  kind: string;
  name: string;
  lane: number | null;
  health: BoardGate['health'];
  reason: string | null;
}

export interface BoardOptions {
  db: Db;
  clock: Clock;
  cars: Pick<LiveCars, 'of'>;
  contact: Pick<SiteContact, 'silentSince'>;
  devicesOf(site: number): Promise<LaneDevice[]>;
  /** The last state of a gate; null if it is not known yet. */
  gateState(site: number, gate: string): { relay: boolean; gateOpen: boolean | null } | null;
}

/** Cars of each lane, and how long they are shown. */
const mostOfLane = 12;
const shownMs = 12 * 3_600_000;

/** The lanes of a site for the person who stands there (docs/rules/lane.md#lane-board). */
export class BoardService {
  readonly #options: BoardOptions;

  constructor(options: BoardOptions) {
    this.#options = options;
  }

  /** An enrolled lane board without a sign-in gets no member's name. @throws Failure 409 `no_location` */
  async read({ principal, device }: Pick<Caller, 'principal' | 'device'>): Promise<LaneBoard> {
    if (principal) return this.#of(siteOf(principal));
    if (!device) throw unauthorized();
    return withoutMembers(await this.#of(device.site));
  }

  async #of(site: number): Promise<LaneBoard> {
    const { db, clock, cars, contact, devicesOf, gateState } = this.#options;
    const now = clock.now();
    const devices = await devicesOf(site);
    const live = cars.of(site, now);
    const [traced, members] = await Promise.all([
      tracedCars(db, site, new Date(now.getTime() - shownMs), mostOfLane),
      membersOf(
        db,
        live.map(({ code }) => code),
      ),
    ]);
    const lanes = [...devices, ...live, ...traced].flatMap(({ lane }) => (lane === null ? [] : [lane]));
    const liveCars = live.map((car) => shownLive(car, members, now));
    return {
      site,
      at: now.toISOString(),
      silentSince: contact.silentSince(site)?.toISOString() ?? null,
      lanes: [...new Set(lanes)].toSorted((a, b) => a - b),
      gates: devices
        .filter(({ kind }) => kind === 'gate')
        .map(({ id: host, name, lane, health, reason }) => {
          const { relay = null, gateOpen = null } = gateState(site, host) ?? {};
          return { host, name, lane, health, reason, relay, gateOpen };
        }),
      cars: withLiveCars(
        traced.map((car) => shown(car, now)),
        liveCars,
      ),
    };
  }

  /** @throws Failure 404 `read_unknown`, 409 `read_decided`, `read_too_old` or `no_location` */
  async decide(trace: string, { kind, lane }: Pick<LaneDecision, 'kind' | 'lane'>, principal: Principal): Promise<LaneDecision> {
    const site = siteOf(principal);
    const at = this.#options.clock.now();
    return this.#options.db.transaction().execute(async (tx) => {
      const began = await readAt(tx, site, trace);
      if (began === undefined) throw notFound('read_unknown', 'This site has no such car');
      const isFirst =
        at.getTime() - began.getTime() <= decidedWithinMs && (await insertDecision(tx, { trace, kind, lane, principal: principal.id, at }));
      if (isFirst) {
        await writeAudit(tx, { ...auditBy(principal), action: `lane-read.${kind}`, subject: `lane-read:${trace}`, after: { lane }, at });
        await publishLive(tx, lanesTopic, { type: 'changed', site });
        return { kind, lane, at: at.toISOString(), by: principal.name };
      }
      return this.#earlier(tx, trace, { kind, lane }, principal);
    });
  }

  async #earlier(
    tx: Parameters<typeof decisionOf>[0],
    trace: string,
    wanted: Pick<LaneDecision, 'kind' | 'lane'>,
    principal: Principal,
  ): Promise<LaneDecision> {
    const earlier = await decisionOf(tx, trace);
    if (!earlier) throw new Failure(409, 'read_too_old', 'This car was here too long ago');
    const { kind, lane, at, name } = earlier;
    const isSame = earlier.principal === principal.id && kind === wanted.kind && lane === wanted.lane;
    if (!isSame) throw new Failure(409, 'read_decided', `${name ?? 'Another person'} has decided about this car already`);
    return { kind, lane, at: at.toISOString(), by: principal.name };
  }
}

/** Removes what identifies members and staff. Cars of one member keep the same number in place of the member's id. */
function withoutMembers(board: LaneBoard): LaneBoard {
  const numbers = new Map<string, string>();
  const numberOf = (customer: string): string => {
    const number = numbers.get(customer) ?? `member-${numbers.size + 1}`;
    numbers.set(customer, number);
    return number;
  };
  return {
    ...board,
    cars: board.cars.map((car) => ({
      ...car,
      name: null,
      subscription: null,
      customer: car.customer && numberOf(car.customer),
      decision: car.decision && { ...car.decision, by: null },
    })),
  };
}

const admissionAt = (code: string | null, member: Pick<Member, 'status' | 'goodUntil'> | null, now: Date): LaneCar['admission'] =>
  code === null ? null : admissionOf(member, now);

/** A plate that was read is shown as it was read. */
const plateToShow = (code: string | null, ofPlan: string | null): string | null =>
  code !== null && codeKind(code) === 'plate' ? code : ofPlan;

function shown(car: TracedCar, now: Date): LaneCar {
  const { began, reason, decided, tiedLanes, status, goodUntil, decision, ...rest } = car;
  return {
    ...rest,
    began: began.toISOString(),
    plate: plateToShow(car.code, car.plate),
    reason: reason ?? decided,
    laneReason: laneReasonOf(decided),
    admission: admissionAt(car.code, status === null ? null : { status, goodUntil }, now),
    tiedLanes: (tiedLanes ?? []).filter((lane) => lane !== null),
    decision: decision && { ...decision, at: new Date(decision.at).toISOString() },
  };
}

function shownLive({ code, ...car }: LiveCar, members: readonly Member[], now: Date): LaneCar {
  const member = members.find((one) => one.code === code) ?? null;
  const { customer = null, name = null, planName = null, subscription = null } = member ?? {};
  return {
    ...car,
    id: null,
    gate: null,
    code,
    plate: plateToShow(code, member?.plate ?? null),
    customer,
    name,
    planName,
    subscription,
    reason: null,
    admission: admissionAt(code, member, now),
    tiedLanes: [],
    decision: null,
    isWashed: false,
  };
}
