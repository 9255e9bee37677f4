import { hasExactly, Role } from '@washdesk/rules/company/roles';
import { argon2Hasher } from '../../adapters/argon2/argon2-hasher.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { programPrincipal } from '../../common/caller.ts';
import { schemaCheck } from '../../db/migrate.ts';
import { isLostConnection, openPool, type Db } from '../../db/pool.ts';
import { sessionEnds } from '../../features/access/auth/sessions/session-ends.ts';
import { checkedPin } from '../../features/access/staff/staff-rules.ts';
import { StaffService } from '../../features/access/staff/staff.service.ts';
import type { Admin } from './questions.ts';

export type FirstAdmin = { kind: 'added' | 'known'; name: string } | { kind: 'missing'; reason: string };

/**
 * Adds the first Admin, unless the company has one.
 * @param ask returns the person to add; null if none is named
 * @throws StaffProblem for a name, username, password or PIN that is not accepted
 */
export async function addFirstAdmin(databaseUrl: string, ask: () => Promise<Admin | null>): Promise<FirstAdmin> {
  const pool = openPool(databaseUrl, () => undefined, 2);
  try {
    const problem = await databaseProblem(pool.db, new URL(databaseUrl).host);
    return problem === null ? await addTo(pool.db, ask) : { kind: 'missing', reason: problem };
  } finally {
    await pool.stop();
  }
}

async function databaseProblem(db: Db, host: string): Promise<string | null> {
  try {
    await schemaCheck(db)();
    return null;
  } catch (error) {
    if (isLostConnection(error)) return `PostgreSQL isn’t reachable at ${host}. Start it, and run migrate`;
    return `The database at ${host} isn’t ready: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function addTo(db: Db, ask: () => Promise<Admin | null>): Promise<FirstAdmin> {
  const by = programPrincipal('command line', 'Command line', 'cli:setup');
  const staff = new StaffService({
    db,
    clock: systemClock,
    hasher: argon2Hasher(),
    sessionEnds: sessionEnds(systemClock, () => undefined),
    by,
  });
  const known = (await staff.list()).find(({ active, roles, hasPassword }) => active && hasPassword && hasExactly(roles, Role.Admin));
  if (known) return { kind: 'known', name: known.name };
  const admin = await ask();
  if (!admin) return { kind: 'missing', reason: 'No one can sign in' };
  const { number, pin, ...person } = admin;
  checkedPin(pin, number);
  await staff.add({ ...person, employeeNumber: number, roles: Role.Admin });
  await staff.setPin(number, pin);
  return { kind: 'added', name: person.name };
}
