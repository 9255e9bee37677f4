import { createPrivateKey, randomUUID } from 'node:crypto';
import { member } from '@washdesk/contracts/samples.fixture';
import { Role, roleNames, type RoleName } from '@washdesk/rules/company/roles';
import type { MemberLinkKind } from '../common/caller.ts';
import { hashOfSecret } from '../common/rotating-secrets.ts';
import { AccessTokens } from '../features/access/auth/sessions/access-token.ts';
import type { TestEnvironment } from './cloud.ts';

/** The headers that authenticate a request. */
export type Headers = Record<string, string>;

export const nobody: Headers = {};

interface Someone {
  roles: number;
  kind?: 'staff' | 'service';
  site?: number | null;
  terminal?: string | null;
  /** A person who may already be signed in; default: a new one. */
  number?: number;
  /** The device where the session began; default: none, as after a sign-in by password. */
  device?: { id: string; headers: Headers };
  /** When the PIN was entered; null for a sign-in by number alone. */
  pinPassed?: Date | null;
}

let lastNumber = 500;

interface Environment {
  database: Pick<TestEnvironment['database'], 'db'>;
  settings: TestEnvironment['settings'];
}

/** Creates a session like one from sign-in; signing in has its own tests. */
export async function signedIn(
  { database, settings }: Environment,
  { roles, kind = 'staff', site = 12, terminal = null, number, device, pinPassed = null }: Someone,
): Promise<Headers> {
  if (number === undefined) lastNumber += 1;
  const employeeNumber = number ?? lastNumber;
  const at = new Date();
  const person =
    kind === 'staff' ? { principal: String(employeeNumber), employee: employeeNumber } : { principal: `agent-${site}`, employee: null };
  const place = { site, locationId: site === 12 ? 'tml_Joliet00000012' : null, terminal };
  const session = { id: randomUUID(), kind, ...person, name: 'Sam Fuller', roles, device: device?.id ?? null, ...place };
  const { employee, locationId, ...row } = session;
  const expires = new Date(at.getTime() + 3_600_000);
  await database.db
    .insertInto('session')
    .values({ ...row, employee_number: employee, location_id: locationId, created: at, last_used: at, expires, pin_passed: pinPassed })
    .execute();
  const tokens = new AccessTokens({
    key: createPrivateKey(settings['WASHDESK_TOKEN_KEY'] ?? ''),
    systemClock: { now: () => new Date() },
  });
  const { accessToken } = await tokens.issue({ ...session, codePassed: null, pinPassed, expires });
  return { ...device?.headers, authorization: `Bearer ${accessToken}` };
}

/** Enrolls a register without a signed-in user. */
export const enrolledRegister = async (cloud: TestEnvironment): Promise<Headers> => (await newRegister(cloud)).headers;

export async function newRegister({ database }: TestEnvironment): Promise<{ id: string; headers: Headers }> {
  const [id, secret] = [randomUUID(), randomUUID()];
  await database.db
    .insertInto('device')
    .values({
      id,
      kind: 'register',
      name: 'Register 1',
      site: 12,
      terminal: 'Washcashier1',
      secret_hash: hashOfSecret(secret),
      enrolled: new Date(),
    })
    .execute();
  return { id, headers: { cookie: `__Host-washdesk_device=${secret}` } };
}

/** Signs in a member: a session like one from a link. */
export async function signedInMember(
  { database }: Pick<Environment, 'database'>,
  customer: string = member.customer,
  kind: MemberLinkKind = 'sign-in',
): Promise<Headers> {
  const secret = randomUUID();
  await database.db
    .insertInto('member_session')
    .values({ id: randomUUID(), secret_hash: hashOfSecret(secret), customer, kind })
    .execute();
  return { cookie: `__Secure-washdesk_member=${secret}` };
}

/** Adds the cookies of both to one caller. */
export const withCookies = (one: Headers, other: Headers): Headers => ({
  ...one,
  ...other,
  cookie: [one['cookie'], other['cookie']].filter(Boolean).join('; '),
});

export interface Callers {
  nobody: Headers;
  /** A customer in a session of their own. */
  member: Headers;
  device: Headers;
  /** The service account of a site. */
  service: Headers;
  /** Each has only that role. */
  staff: Record<RoleName, Headers>;
}

export async function everyCaller(cloud: TestEnvironment): Promise<Callers> {
  const staff = await Promise.all(roleNames.map(async (name) => [name, await signedIn(cloud, { roles: Role[name] })] as const));
  return {
    nobody,
    member: await signedInMember(cloud),
    device: await enrolledRegister(cloud),
    service: await signedIn(cloud, { roles: 0, kind: 'service' }),
    staff: Object.fromEntries(staff) as Callers['staff'],
  };
}
