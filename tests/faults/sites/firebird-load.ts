import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { PosTimedOut, PosUnavailable, type PosDatabase } from '@washdesk/site-agent/ports/pos-database';
import { commands, type CommandName } from '@washdesk/site-protocol/commands';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import { until } from '@washdesk/test-support/until';
import { member } from '../../ports/pos-writes.ts';

/** Codes of the gift cards to deduct from. */
export const giftCodes = ['GIFT1', 'GIFT2', 'GIFT3'] as const;
type GiftCode = (typeof giftCodes)[number];

/** One call of a point of sale; a write is repeated with its own id. */
interface Call {
  name: CommandName;
  run: (signal: AbortSignal) => Promise<unknown>;
}

type Outcome = 'answered' | 'not answered' | 'hung';

/** The rows that must be written. */
export interface ExpectedRows {
  usages: string[];
  plates: string[];
  /** Cents by code. */
  deducted: Record<GiftCode, number>;
}

/** Milliseconds beyond a call's deadline: the second in which the connection is cut, and a busy machine. */
const graceMs = 3_000;

/** A day at the registers, in seconds: reads and writes in random order at a steady rate. */
export class FirebirdLoad {
  readonly expected: ExpectedRows = { usages: [], plates: [], deducted: { GIFT1: 0, GIFT2: 0, GIFT3: 0 } };
  readonly outcomes: Record<Outcome, number> = { answered: 0, 'not answered': 0, hung: 0 };
  readonly #database: PosDatabase;
  readonly #random: () => number;
  readonly #unanswered: Call[] = [];

  constructor(database: PosDatabase, seed: number) {
    this.#database = database;
    this.#random = seededRandom(seed);
  }

  /** Resolves when every call has ended. */
  async run({ seconds, callsPerSecond }: { seconds: number; callsPerSecond: number }): Promise<void> {
    const running: Promise<void>[] = [];
    const began = performance.now();
    for (let count = 0; count < seconds * callsPerSecond; count += 1) {
      await pause(Math.max(0, (count * 1_000) / callsPerSecond - (performance.now() - began)));
      running.push(this.#make(this.#anyCall()));
    }
    await Promise.all(running);
  }

  /** Repeats every write without a response, with its own id, until it has one. @returns the number of them */
  async repeatUnanswered(): Promise<number> {
    const writes = this.#unanswered.splice(0);
    for (const write of writes) {
      await until(`${write.name} is answered`, async () => ((await this.#try(write)) === 'answered' ? true : null));
    }
    return writes.length;
  }

  async #make(call: Call): Promise<void> {
    const outcome = await this.#try(call);
    this.outcomes[outcome] += 1;
    if (outcome !== 'answered' && isWrite(call)) this.#unanswered.push(call);
  }

  /** @throws an error that is neither a response nor one of the two transient errors */
  async #try({ name, run }: Call): Promise<Outcome> {
    const { deadlineMs } = commands[name];
    const over = new AbortController();
    const ended = run(AbortSignal.timeout(deadlineMs)).then(
      (): Outcome => 'answered',
      (error: unknown): Outcome => {
        if (error instanceof PosUnavailable || error instanceof PosTimedOut) return 'not answered';
        throw error;
      },
    );
    const hung = pause(deadlineMs + graceMs, 'hung' as const, { signal: over.signal });
    hung.catch(() => undefined);
    try {
      return await Promise.race([ended, hung]);
    } finally {
      over.abort();
    }
  }

  #anyCall(): Call {
    const kinds = [() => this.#read(), () => this.#recordUsage(), () => this.#deduct(), () => this.#converge()];
    return kinds[Math.floor(this.#random() * kinds.length)]!();
  }

  #read(): Call {
    const reads: Call[] = [
      { name: 'sitewatch.employee', run: (signal) => this.#database.employee(3242, signal) },
      { name: 'sitewatch.customer-by-code', run: (signal) => this.#database.customerByCode('ABC1234-IL', signal) },
      { name: 'sitewatch.gift-cards', run: (signal) => this.#database.giftCards('GIFT1', signal) },
    ];
    return reads[Math.floor(this.#random() * reads.length)]!;
  }

  #recordUsage(): Call {
    const usageId = randomUUID();
    this.expected.usages.push(usageId);
    const wash: UsageRecord = {
      usageId,
      code: 'ABC1234-IL',
      planName: 'Super Kiss',
      productClass: 'Super Kiss',
      terminal: 'Washcashier1',
      employee: 3242,
      at: '2026-11-21T18:30:15.250Z',
    };
    return { name: 'sitewatch.record-usage', run: (signal) => this.#database.recordUsage(wash, signal) };
  }

  #deduct(): Call {
    const id = randomUUID();
    const code = giftCodes[Math.floor(this.#random() * giftCodes.length)]!;
    const amount = 1 + Math.floor(this.#random() * 99);
    this.expected.deducted[code] += amount;
    const name = 'sitewatch.deduct-gift-card';
    return { name, run: (signal) => this.#database.write(name, id, { code, amount }, signal) };
  }

  #converge(): Call {
    const id = randomUUID();
    const plate = `L${this.expected.plates.length}-IL`;
    this.expected.plates.push(plate);
    const name = 'sitewatch.converge';
    return { name, run: (signal) => this.#database.write(name, id, member(plate, { email: plate }), signal) };
  }
}

const isWrite = ({ name }: Call): boolean =>
  name === 'sitewatch.record-usage' || name === 'sitewatch.deduct-gift-card' || name === 'sitewatch.converge';
