import type { AbuseKind, SellerKind } from '@washdesk/rules/abuse/finding';
import { uuidAt, type Random } from '../company/random.ts';
import { abuseSites } from './abuse-sites.ts';

export const storyDays = 60;
export const zone = 'America/Chicago';
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Central Standard Time, in which the sites open at 7 AM and close at 8 PM. */
const behindUtcMs = 6 * hourMs;
const [opens, closes] = [7, 20];

export interface StoryWash {
  id: string;
  code: string;
  site: number;
  at: Date;
}

/** A tag and the plate that a camera read in the same lane meanwhile. */
export interface StoryRead {
  id: string;
  plateId: string;
  site: number;
  at: Date;
  plate: string;
}

export interface StoryChange {
  id: string;
  at: Date;
  from: string;
  to: string;
}

export interface MemberStory {
  customer: string;
  plan: string;
  plate: string;
  tag: string;
  planted: Exclude<AbuseKind, SellerKind> | null;
  /** What an honest member does; for a planted one how it was planted. */
  habit: string;
  washes: StoryWash[];
  reads: StoryRead[];
  changes: StoryChange[];
}

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const digits = '0123456789';

export const drawPlate = (random: Random): string => `${random.characters(2, letters)}${random.characters(5, digits)}-IL`;

/** Writes one member's story. `now` is the midnight after its last day. */
export class StoryTeller {
  readonly random: Random;
  readonly story: MemberStory;
  readonly #start: number;
  readonly #serial: number;
  #ids = 0;

  constructor(random: Random, now: Date, { serial, habit, planted }: { serial: number; habit: string; planted: MemberStory['planted'] }) {
    this.random = random;
    this.#start = now.getTime() - storyDays * dayMs;
    this.#serial = serial;
    const tag = `${String(10_000 + (serial % 90_000)).padStart(5, '0')}+${String(serial).padStart(6, '0')}`;
    const customer = `cus_A${String(serial).padStart(7, '0')}`;
    this.story = { customer, plan: 'Super Kiss', plate: drawPlate(random), tag, planted, habit, washes: [], reads: [], changes: [] };
  }

  /** An instant of a day, by the clock of the sites. */
  at(day: number, hour: number): Date {
    const bounded = Math.min(closes - 0.01, Math.max(opens, hour));
    return new Date(this.#start + day * dayMs + bounded * hourMs + behindUtcMs + this.random.whole(0, 59_999));
  }

  hour(): number {
    return opens + this.random.fraction() * (closes - opens);
  }

  day(): number {
    return this.random.whole(0, storyDays - 2);
  }

  /** Records a wash, and at a site with a camera the read of the car. @param car the plate on the car; default the member's own */
  wash(site: number, at: Date, car = this.story.plate): void {
    const { random, story } = this;
    const byTag = random.chance(0.7);
    story.washes.push({ id: this.#id(at), code: byTag ? story.tag : story.plate, site, at });
    const hasCamera = abuseSites.find(({ number }) => number === site)!.hasCamera;
    if (hasCamera && byTag) this.read(site, new Date(at.getTime() - 20_000), car);
  }

  /** Cameras misread a character of some plates, and now and then see the car behind. */
  read(site: number, at: Date, car: string): void {
    const { random, story } = this;
    const seen = random.chance(0.01) ? drawPlate(random) : random.chance(0.04) ? this.#misread(car) : car;
    const [id, plateId] = [this.#id(at), this.#id(at)];
    story.reads.push({ id, plateId, site, at, plate: seen });
  }

  change(at: Date, to: string): void {
    const { story } = this;
    story.changes.push({ id: this.#id(at), at, from: story.plate, to });
    story.plate = to;
  }

  /** A UUIDv7 whose end no other member has, however many there are. */
  #id(at: Date): string {
    const hex = (number: number, length: number): string => number.toString(16).padStart(length, '0');
    return uuidAt(this.random, at.toISOString()).slice(0, 24) + hex(this.#serial, 8) + hex((this.#ids += 1), 4);
  }

  #misread(plate: string): string {
    const place = this.random.whole(0, 6);
    return plate.slice(0, place) + this.random.characters(1, place < 2 ? letters : digits) + plate.slice(place + 1);
  }
}
