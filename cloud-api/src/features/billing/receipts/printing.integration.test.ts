import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishPrintJob } from '../../../documents/print-job.ts';
import { writeReceipt } from '../../../documents/receipt.ts';
import { Attempts } from '../../../jobs/attempts.ts';
import type { JobName } from '../../../jobs/job.ts';
import { RunJobNow } from '../../../jobs/run-job-now.ts';
import { testTime, cashier } from '../../../operations/operations.fixture.ts';
import type { CommandOutcome } from '../../../ports/site-commands.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { defaultSettings } from '../../../testing/default-settings.ts';
import { printAnswer } from './print-answer.ts';
import { PrintJobs } from './print-jobs.ts';
import { PrintingService } from './printing.service.ts';
import { recordUsage, sampleFacts } from './receipts.fixture.ts';

type Outcome = CommandOutcome<'printer.print'>;

let database: TestDatabase;
let jobs: PrintJobs;
let runJobNow: RunJobNow;
let printing: PrintingService;
let at: Date;
let sent: { device: string; source: string; id: string | undefined }[];
let outcomes: Outcome[];
type Sending = { id?: string; sentBefore?: boolean; journal?: string | null };
let sendings: Sending[];
let alerts: string[];
/** The journal of the site's agent. */
let journal: string;

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const { db } = database;
  const clock = { now: () => at };
  const send = (_site: number, device: string, _name: string, payload: { source: string }, options?: Sending) => {
    sent.push({ device, source: payload.source, id: options?.id });
    sendings.push({ sentBefore: options?.sentBefore, journal: options?.journal });
    const outcome = outcomes.shift();
    return outcome ? Promise.resolve(outcome) : Promise.reject(new Error('Unexpected send'));
  };
  jobs = new PrintJobs({
    db,
    clock,
    settings: defaultSettings,
    alert: (kind) => alerts.push(kind),
    sites: { send: send as never, journalOf: () => journal },
  });
  const jobHandlers = { 'receipt.print': (job: Parameters<PrintJobs['execute']>[0]) => jobs.execute(job) };
  runJobNow = new RunJobNow({ db, attempts: new Attempts({ db, jobHandlers, log: pino({ level: 'silent' }) }) });
  printing = new PrintingService({ db, clock, jobs, runJobNow });
});
afterAll(() => database.stop());
beforeEach(async () => {
  [at, sent, outcomes] = [testTime, [], []];
  [sendings, alerts, journal] = [[], [], randomUUID()];
  await database.db.deleteFrom('site_device').execute();
});

async function printer(id: string, terminals: string[]): Promise<void> {
  const device = { site: 12, id, kind: 'printer', name: id, lane: null, health: 'online', since: testTime, terminals };
  await database.db.insertInto('site_device').values(device).execute();
}

/** Returns a receipt whose print job an operation enqueued at `now`. */
const ofOperation = (): Promise<string> => {
  const who = { customer: null, operation: randomUUID(), site: 12, terminal: null, employee: 101, agent: 'Sam Fuller', at: testTime };
  const facts = sampleFacts('Ada').charge;
  return database.db.transaction().execute((tx) => writeReceipt(tx, { kind: 'charge', subject: randomUUID(), ...who, facts }));
};

const jobOf = (id: string) => database.db.selectFrom('print_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const print = (receipt: string, job: string = randomUUID()) => printing.print(receipt, undefined, job, cashier);
const printed: Outcome = { kind: 'answered', result: { state: 'printed', reason: null } };
const away: Outcome = { kind: 'unreachable', message: 'Joliet is offline' };
const silent: Outcome = { kind: 'unknown', message: 'no answer' };
const minutes = (count: number): Date => new Date(+testTime + count * 60_000);

describe('a receipt on paper', () => {
  it("goes to the printer of the session's terminal, once for one job", async () => {
    await printer('east', ['Washcashier2']);
    await printer('west', ['Washcashier1']);
    outcomes = [printed];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    expect(await print(usage, job)).toEqual({ state: 'printed', message: 'Printed' });
    expect(await print(usage, job)).toEqual({ state: 'printed', message: 'Printed' });
    expect(sent).toEqual([{ device: 'west', id: job, source: expect.stringContaining('ABC123-IL') }]);
    expect(await jobOf(job)).toMatchObject({ state: 'printed', printer: 'west', subject: usage });
  });

  it("goes to the site's only printer where none serves the terminal", async () => {
    await printer('only', []);
    outcomes = [printed];
    await print(await recordUsage(database, {}));
    expect(sent).toMatchObject([{ device: 'only' }]);
  });

  it.each([['none'], ['two']])('needs a printer that is meant (%s)', async (many) => {
    if (many === 'two') for (const id of ['east', 'west']) await printer(id, ['Washcashier9']);
    await expect(print(await recordUsage(database, {}))).rejects.toMatchObject({ status: 409, code: 'no_printer' });
  });

  it('is not another receipt under the same job', async () => {
    await printer('west', []);
    outcomes = [printed];
    const job = randomUUID();
    await print(await recordUsage(database, {}), job);
    await expect(print(await recordUsage(database, {}), job)).rejects.toMatchObject({ status: 422, code: 'key_reused' });
  });

  it.each<[string, Outcome, string]>([
    ['the printer says no', { kind: 'answered', result: { state: 'failed', reason: 'Out of paper' } }, 'failed'],
    ['the printer stopped half-way', { kind: 'answered', result: { state: 'unknown', reason: 'Out of paper' } }, 'unknown'],
    ['the site is away', away, 'failed'],
    ['the agent turns it away', { kind: 'refused', code: 'unknown_device', message: 'no such printer' }, 'failed'],
    ['the agent fails half-way', { kind: 'refused', code: 'failed', message: 'the line broke' }, 'unknown'],
    ['no answer comes', silent, 'unknown'],
  ])('when %s says what is known', async (_name, outcome, state) => {
    await printer('west', []);
    outcomes = [outcome];
    const job = randomUUID();
    expect(await print(await recordUsage(database, {}), job)).toMatchObject({ state });
    expect(await jobOf(job)).toMatchObject({ state });
  });

  it('of which nothing is known is asked for again by a person, as the same act', async () => {
    await printer('west', []);
    outcomes = [silent, printed];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    await print(usage, job);
    expect(await print(usage, job)).toMatchObject({ state: 'printed' });
    expect(sent.map(({ id }) => id)).toEqual([job, job]);
    expect(sent.map(({ source }) => source.includes('DUPLICATE'))).toEqual([false, false]);
  });

  it('that the site no longer knows stays unknown, and IT is told', async () => {
    await printer('west', []);
    const first = journal;
    outcomes = [silent, { kind: 'answered', result: { state: 'unknown', reason: 'The site has no record', notKnown: true } }];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    await print(usage, job);
    journal = randomUUID();
    expect(await print(usage, job)).toMatchObject({ state: 'unknown' });
    expect(sendings).toEqual([
      { sentBefore: false, journal: first },
      { sentBefore: true, journal: first },
    ]);
    expect(alerts).toEqual(['print.not-known']);
  });

  it('stays unknown, not failed, when the agent turns the second try away', async () => {
    await printer('west', []);
    outcomes = [silent, { kind: 'refused', code: 'unknown_device', message: 'no such printer' }];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    await print(usage, job);
    expect(await print(usage, job)).toMatchObject({ state: 'unknown' });
    expect(await jobOf(job)).toMatchObject({ state: 'unknown' });
  });

  it('is not asked for again when the site has forgotten the operation: it would be printed twice', async () => {
    await printer('west', []);
    outcomes = [silent];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    await print(usage, job);
    at = minutes(24 * 60);
    expect(await print(usage, job)).toMatchObject({ state: 'unknown' });
    expect(sent).toHaveLength(1);
  });

  it('whose sending broke off before it began is not said to come yet', async () => {
    await printer('west', []);
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    outcomes = [printed];
    await print(usage, job);
    await database.db.updateTable('print_job').set({ state: 'queued' }).where('id', '=', job).execute();
    expect(printAnswer(await jobOf(job))).toEqual({ state: 'failed', message: 'The receipt wasn’t printed' });
  });

  it('stays unknown, not failed, when the site is offline by then', async () => {
    await printer('west', []);
    outcomes = [silent, away];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    await print(usage, job);
    expect(await print(usage, job)).toMatchObject({ state: 'unknown' });
  });

  it('that the printer reports after its answer was lost is printed, and stays so', async () => {
    await printer('west', []);
    outcomes = [silent];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    await print(usage, job);
    const told = (state: 'printed' | 'unknown' | 'failed') =>
      database.db.transaction().execute((tx) => finishPrintJob(tx, { id: job, site: 12, state, reason: null, at: testTime }));
    await told('printed');
    for (const state of ['unknown', 'failed'] as const) await told(state);
    expect(await print(usage, job)).toMatchObject({ state: 'printed' });
  });
});

describe('a printed notice of a price increase', () => {
  it('enqueues its acknowledgement once, also when only the printer’s late event reports it', async () => {
    await printer('west', []);
    outcomes = [silent];
    const who = { customer: 'cus_told', operation: null, site: 12, terminal: null, employee: 101, agent: 'Sam Fuller', at: testTime };
    const notice = { kind: 'priceincrease', subject: 'sub_sched_1', ...who, facts: sampleFacts('Ada').priceincrease } as const;
    const receipt = await database.db.transaction().execute((tx) => writeReceipt(tx, notice));
    const job = randomUUID();
    const acknowledgements = () =>
      database.db.selectFrom('job').select(['key', 'customer', 'state']).where('what', '=', 'increase.acknowledge').execute();
    expect(await print(receipt, job)).toMatchObject({ state: 'unknown' });
    expect(await acknowledgements()).toEqual([]);
    for (let word = 0; word < 2; word += 1) {
      const told = { id: job, site: 12, state: 'printed', reason: null, at: testTime } as const;
      await database.db.transaction().execute((tx) => finishPrintJob(tx, told));
    }
    expect(await acknowledgements()).toEqual([{ key: receipt, customer: 'cus_told', state: 'pending' }]);
  });
});

describe('a second paper of the same receipt', () => {
  it.each<[string, Outcome, boolean]>([
    ['was printed', printed, true],
    ['may have been printed', silent, true],
    ['was not printed', away, false],
  ])('says DUPLICATE when the first %s', async (_name, first, duplicate) => {
    await printer('west', []);
    outcomes = [first, printed];
    const [usage, job] = [await recordUsage(database, {}), randomUUID()];
    await print(usage);
    await print(usage, job);
    expect(sent.map(({ source }) => source.includes('DUPLICATE'))).toEqual([false, duplicate]);
    expect(await jobOf(job)).toMatchObject({ duplicate });
  });

  it('says so when two are pressed at once', async () => {
    await printer('west', []);
    outcomes = [printed, printed];
    const usage = await recordUsage(database, {});
    await Promise.all([print(usage), print(usage)]);
    expect(sent.filter(({ source }) => source.includes('DUPLICATE'))).toHaveLength(1);
  });
});

describe('the paper of an operation', () => {
  const attempt = (job: string) => runJobNow.attempt('receipt.print' satisfies JobName, job);

  it('waits for a site that is offline and is printed when it is back', async () => {
    await printer('west', []);
    outcomes = [away, away, printed];
    const [receipt, job] = [await ofOperation(), randomUUID()];
    expect(await print(receipt, job)).toMatchObject({ state: 'queued', message: expect.stringContaining('Joliet is offline') });
    at = minutes(1);
    expect(await attempt(job)).toMatchObject({ kind: 'later' });
    expect(await attempt(job)).toEqual({ kind: 'done', result: { state: 'printed', reason: null } });
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set([job]));
    expect(await jobOf(job)).toMatchObject({ state: 'printed', duplicate: false, until: minutes(2) });
  });

  it('is not printed two minutes after the operation: it failed, and a person may press Print', async () => {
    await printer('west', []);
    outcomes = [away];
    const [receipt, job] = [await ofOperation(), randomUUID()];
    await print(receipt, job);
    at = minutes(2);
    expect(await attempt(job)).toMatchObject({ kind: 'done', result: { state: 'failed' } });
    expect(await print(receipt, job)).toMatchObject({ state: 'failed', message: expect.stringMatching(/^The receipt wasn’t printed/) });
    expect(sent).toHaveLength(1);
    outcomes = [printed];
    const again = randomUUID();
    expect(await print(receipt, again)).toMatchObject({ state: 'printed' });
    expect(await jobOf(again)).toMatchObject({ until: null, duplicate: false });
  });

  it('of unknown outcome is never sent again by itself', async () => {
    await printer('west', []);
    outcomes = [silent];
    const [receipt, job] = [await ofOperation(), randomUUID()];
    expect(await print(receipt, job)).toMatchObject({ state: 'unknown' });
    await database.db.updateTable('job').set({ state: 'pending', claimed_until: null }).where('key', '=', job).execute();
    expect(await attempt(job)).toEqual({ kind: 'done', result: { state: 'unknown' } });
    expect(sent).toHaveLength(1);
  });

  it('that was under way when the cloud died is not sent again by itself', async () => {
    await printer('west', []);
    outcomes = [away];
    const [receipt, job] = [await ofOperation(), randomUUID()];
    await print(receipt, job);
    await database.db.updateTable('print_job').set({ state: 'printing' }).where('id', '=', job).execute();
    expect(await attempt(job)).toEqual({ kind: 'done', result: { state: 'printing' } });
    expect(sent).toHaveLength(1);
  });
});
