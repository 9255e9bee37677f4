import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RoleName } from '@washdesk/rules/company/roles';
import { settingDefaults, type Settings } from '@washdesk/rules/company/settings';
import type { CommandName } from '@washdesk/site-protocol/commands';
import { argon2Hasher } from '../../../adapters/argon2/argon2-hasher.ts';
import type { Alert } from '../../../common/alert.ts';
import { attemptLimiter } from '../../../common/attempt-limiter.ts';
import type { AuditedPrincipal, Caller, EnrolledDevice, Principal } from '../../../common/caller.ts';
import { rotatingSecrets } from '../../../common/rotating-secrets.ts';
import type { OperationState } from '../../../operations/operation.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { CommandOutcome, SiteCommands } from '../../../ports/site-commands.ts';
import { freshDatabase, insertSites } from '../../../testing/database.ts';
import { EmployeeService } from '../../sites/employees/employee.service.ts';
import { DeviceCookies } from '../devices/device-cookies.ts';
import { DeviceService } from '../devices/device.service.ts';
import { EnrolmentService } from '../devices/enrolment.service.ts';
import { ownSecrets } from '../staff/own-secrets.ts';
import { SitewatchStanding } from '../staff/sitewatch-standing.ts';
import { StaffService } from '../staff/staff.service.ts';
import { createAuth } from './create-auth.ts';
import type { OwnSecrets } from './sign-in/sign-in.service.ts';

/** A clock that moves only when a test sets it. */
export class TestClock {
  #time = new Date('2026-11-21T12:00:00.000Z').getTime();

  now(): Date {
    return new Date(this.#time);
  }

  pass(ms: number): void {
    this.#time += ms;
  }
}

/** Sites set up by a test: `answers` contains the response to each command; a site without responses is unreachable. */
export class TestSites implements SiteCommands {
  readonly asked: { site: number; name: CommandName; waitMs: number | undefined }[] = [];
  answers: Partial<Record<CommandName, (site: number, payload: unknown) => unknown>> = {};

  async send<N extends CommandName>(
    site: number,
    _device: string,
    name: N,
    payload: unknown,
    options: { waitMs?: number } = {},
  ): Promise<CommandOutcome<N>> {
    this.asked.push({ site, name, waitMs: options.waitMs });
    const result = this.answers[name]?.(site, payload);
    return result === undefined ? { kind: 'unreachable', message: 'offline' } : { kind: 'answered', result: result as never };
  }
}

export interface Person {
  number: number;
  firstName: string;
  lastName: string;
  active: boolean;
}

/** Test users, the same at every site; 299 has left. Only 103 and 3242 are on the staff. */
export const people: readonly Person[] = [
  { number: 201, firstName: 'Luis', lastName: 'Barrera', active: true },
  { number: 103, firstName: 'Priya', lastName: 'Raman', active: true },
  { number: 3242, firstName: 'Alex', lastName: 'Moreau', active: true },
  { number: 299, firstName: 'Former', lastName: 'Colleague', active: false },
];

export const answersOfPeople = (): TestSites['answers'] => ({
  'sitewatch.employee': (_site, payload) => ({
    employee: people.find(({ number }) => number === (payload as { number: number }).number) ?? null,
  }),
  'sitewatch.employees': () => ({ employees: people }),
});

/** A hasher that takes a few milliseconds, for tests of who waits how long. */
export const quickHasher: SecretHasher = {
  hash: async (secret) => `quick ${secret}`,
  verify: (kept, secret) => wait(5, kept === `quick ${secret}`),
};

export type TestDesk = Awaited<ReturnType<typeof openTestDesk>>;

/** Composes sign-in, devices, employees and staff like the product, on a real PostgreSQL with movable clocks. */
export async function openTestDesk(rolesWithCodes: readonly RoleName[] = [], hasher: SecretHasher = argon2Hasher()) {
  const database = await freshDatabase();
  await insertSites(database);
  const { db } = database;
  const clock = new TestClock();
  const systemClock = new TestClock();
  const sites = new TestSites();
  sites.answers = answersOfPeople();
  const lookups = attemptLimiter({ attempts: 10, seconds: 60 });
  const employees = new EmployeeService({ db, clock, sites, onCopied: (numbers) => standing.review(numbers) });
  const key = generateKeyPairSync('ed25519').privateKey;
  const alerts: string[] = [];
  const alert: Alert = (kind) => alerts.push(kind);
  const begun = new Set<string>();
  const operations = { stateOf: async (_by: Principal, run: string) => (begun.has(run) ? ({} as OperationState) : null) };
  const endpointOf = () => undefined;
  const changed: Partial<Settings> = {};
  const settings: ReadSetting = async (name) => ({ ...settingDefaults, ...changed })[name];
  const secretsOfStaff: OwnSecrets = {
    change: (...change) => ownSecrets({ db, clock, hasher, sessionEnds: auth.sessionEnds }).change(...change),
  };
  const auth = createAuth({
    db,
    key,
    clock,
    systemClock,
    hasher,
    employees,
    lookups,
    operations,
    ownSecrets: secretsOfStaff,
    settings,
    alert,
    rolesWithCodes,
    endpointOf,
  });
  const secrets = rotatingSecrets(key, 'device cookie');
  const { sessionEnds } = auth;
  const cookies = new DeviceCookies({ db, clock, systemClock, sessionEnds, secrets, alert });
  const devices = new DeviceService({ db, clock, sessionEnds, cookies });
  const enrolments = new EnrolmentService({ db, clock, systemClock, publicUrl: 'http://127.0.0.1:8080' });
  const staffAs = (by: AuditedPrincipal) => new StaffService({ db, clock, hasher, sessionEnds: auth.sessionEnds, by });
  const standing = new SitewatchStanding({ db, clock, settings, alert, staffAs });
  const staff = new StaffService({
    db,
    clock,
    hasher,
    sessionEnds: auth.sessionEnds,
    by: { id: 'test', site: null, device: null, requestId: 'test' },
  });
  return {
    database,
    db,
    key,
    clock,
    systemClock,
    sites,
    hasher,
    lookups,
    employees,
    auth,
    secrets,
    cookies,
    devices,
    enrolments,
    staff,
    endpointOf,
    settings,
    changedSettings: changed,
    ownSecrets: secretsOfStaff,
    begun,
    alerts,
  };
}

/** Enrolls a register at site 12. */
export async function enrolRegister(
  { enrolments, cookies }: TestDesk,
  name = 'Register 1',
): Promise<{ device: EnrolledDevice; secret: string }> {
  const description = { kind: 'register' as const, name, site: 12, terminal: 'Washcashier1' };
  const { link } = await enrolments.createLink(description, { id: 'test', site: null, device: null, requestId: 'test' });
  const { secret } = await enrolments.enrol(link.slice(link.lastIndexOf('/') + 1), { ip: '127.0.0.1', requestId: 'request' });
  const recognized = await cookies.deviceOf(secret, '127.0.0.1');
  if (!recognized) throw new Error('Register not enrolled');
  return { device: recognized.device, secret };
}

export const callerAt = (device: EnrolledDevice | null, principal: Caller['principal'] = null): Caller => ({
  device,
  member: null,
  principal,
  ip: '127.0.0.1',
  requestId: 'request',
});
