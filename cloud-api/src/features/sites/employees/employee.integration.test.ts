import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnrolledDevice, Principal } from '../../../common/caller.ts';
import { answersOfPeople, callerAt, openTestDesk, type TestDesk } from '../../access/auth/desk.fixture.ts';
import { TerminalService } from './terminal.service.ts';

let desk: TestDesk;
let terminals: TerminalService;

beforeAll(async () => {
  desk = await openTestDesk();
  terminals = new TerminalService({ db: desk.db, sites: desk.sites });
});
afterAll(() => desk.database.stop());
beforeEach(async () => {
  desk.sites.answers = answersOfPeople();
  desk.sites.asked.length = 0;
  await desk.db.deleteFrom('site_employee').execute();
  await desk.db.deleteFrom('site_terminal').execute();
});

const luis = { number: 201, name: 'Luis Barrera' };
const offline = (): void => {
  desk.sites.answers = {};
};

describe('finding an employee', () => {
  it('asks the site and waits no longer than a cashier would', async () => {
    expect(await desk.employees.find(201, 12)).toEqual(luis);
    expect(desk.sites.asked).toEqual([{ site: 12, name: 'sitewatch.employee', waitMs: 1_500 }]);
  });

  it('remembers what the site said for the time when it cannot be reached', async () => {
    await desk.employees.find(201, 12);
    offline();
    expect(await desk.employees.find(201, 12)).toEqual(luis);
    expect(await desk.employees.find(202, 12)).toBeNull();
  });

  it('knows a colleague from another site, reachable or not', async () => {
    await desk.employees.find(201, 27);
    desk.sites.answers['sitewatch.employee'] = () => ({ employee: null });
    expect(await desk.employees.find(201, 12)).toEqual(luis);
    offline();
    expect(await desk.employees.find(201, 12)).toEqual(luis);
    expect(await desk.employees.find(201, null)).toEqual(luis);
  });

  it('believes the session’s site before others: who left here is gone here', async () => {
    await desk.employees.find(201, 27);
    desk.sites.answers['sitewatch.employee'] = () => ({ employee: { number: 201, firstName: 'Luis', lastName: 'Barrera', active: false } });
    expect(await desk.employees.find(201, 12)).toBeNull();
    offline();
    expect(await desk.employees.find(201, 12)).toBeNull();
  });

  it('deletes employees that the site no longer has', async () => {
    await desk.employees.find(201, 12);
    desk.sites.answers['sitewatch.employee'] = () => ({ employee: null });
    expect(await desk.employees.find(201, 12)).toBeNull();
    offline();
    expect(await desk.employees.find(201, 12)).toBeNull();
  });
});

describe('copying all employees of a site', () => {
  const numbers = async () =>
    (await desk.db.selectFrom('site_employee').select('number').orderBy('number').execute()).map((row) => row.number);

  it('takes over who came and forgets who went', async () => {
    await desk.db
      .insertInto('site_employee')
      .values({ site: 12, number: 900, first_name: 'Gone', last_name: 'Long', active: true, seen: desk.clock.now() })
      .execute();
    await desk.employees.sync(12);
    expect(await numbers()).toEqual([103, 201, 299, 3242]);
  });

  it('changes nothing if the site does not answer or has no employees', async () => {
    await desk.employees.sync(12);
    offline();
    await desk.employees.sync(12);
    desk.sites.answers['sitewatch.employees'] = () => ({ employees: [] });
    await desk.employees.sync(12);
    expect(await numbers()).toEqual([103, 201, 299, 3242]);
  });
});

describe('finding the terminal', () => {
  const device = (terminal: string | null): EnrolledDevice => ({ id: 'd', kind: 'register', name: 'Register', site: 12, terminal });
  const principal = (terminal: string | null): Principal => ({
    kind: 'staff',
    id: '201',
    employee: 201,
    name: 'Luis Barrera',
    roles: 1,
    session: 's',
    site: 12,
    locationId: null,
    requestId: 'request',
    terminal,
  });
  const unknown = {
    status: 404,
    code: 'terminal_unknown',
    message: 'Unable to Determine Sitewatch Terminal. Please close this window and try again.',
  };
  beforeEach(() => {
    const list = ['Washcashier1', 'Detail1'].map((name) => ({ name, type: 'register', ipAddress: null }));
    desk.sites.answers['sitewatch.terminals'] = () => ({ terminals: list });
  });

  it('takes the device at its word before all others', async () => {
    expect(await terminals.lookup(callerAt(device('Washcashier1'), principal('Detail1')), 'Detail1')).toEqual({
      terminal: 'Washcashier1',
      site: 12,
    });
  });

  it('takes the terminal that the register names, as Sitewatch writes it', async () => {
    expect(await terminals.lookup(callerAt(device(null)), 'WASHCASHIER1')).toEqual({ terminal: 'Washcashier1', site: 12 });
    offline();
    expect(await terminals.lookup(callerAt(device(null)), 'detail1')).toEqual({ terminal: 'Detail1', site: 12 });
  });

  it('falls back on the session', async () => {
    expect(await terminals.lookup(callerAt(null, principal('Detail1')), 'nothing of that name')).toEqual({ terminal: 'Detail1', site: 12 });
  });

  it('says in the words of the specification that it does not know', async () => {
    await expect(terminals.lookup(callerAt(device(null)), undefined)).rejects.toMatchObject(unknown);
    await expect(terminals.lookup(callerAt(device(null)), 'nothing of that name')).rejects.toMatchObject(unknown);
    await expect(terminals.lookup(callerAt(null, { ...principal('Detail1'), site: null }), 'Detail1')).rejects.toMatchObject(unknown);
  });

  it('answers registers that ask for a new terminal at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => terminals.lookup(callerAt(device(null)), 'Detail1')));
    expect(new Set(all.map(({ terminal }) => terminal))).toEqual(new Set(['Detail1']));
  });
});
