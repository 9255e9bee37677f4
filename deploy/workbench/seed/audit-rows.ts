import { v7 as uuidv7 } from 'uuid';
import { namesOfRoles, Role } from '@washdesk/rules/company/roles';
import { daysBefore } from '@washdesk/simulators/company/calendar';
import type { Company } from '@washdesk/simulators/company/company';
import type { CloudTable } from './cloud-table.ts';

interface Change {
  daysAgo: number;
  role: keyof typeof Role;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
  why?: string;
}

/** Changes by the office and the Admins before the workbench started; together they lead to the company's current state. */
const changes: readonly Change[] = [
  {
    daysAgo: 58,
    role: 'Admin',
    action: 'flags.replaced',
    subject: 'flags',
    before: [{ name: 'dxtrfid', description: 'Table of RFID tags read', value: false }],
    after: [{ name: 'dxtrfid', description: 'Table of RFID tags read', value: true }],
  },
  {
    daysAgo: 44,
    role: 'PriceManager',
    action: 'price-range.changed',
    subject: 'price-range:1',
    before: { id: 1, product_class: 'Super Kiss', min_price: 500, max_car: 4_299, max_truck: 4_799 },
    after: { id: 1, product_class: 'Super Kiss', min_price: 500, max_car: 4_499, max_truck: 4_999 },
  },
  {
    daysAgo: 44,
    role: 'PriceManager',
    action: 'product.changed',
    subject: 'product:prod_SuperKiss',
    before: { upgrade_class: null },
    after: { upgrade_class: 'Super Kiss Plus' },
  },
  {
    daysAgo: 31,
    role: 'Admin',
    action: 'address.blocked',
    subject: 'address:203.0.113.77',
    after: { by: '3242' },
  },
  {
    daysAgo: 30,
    role: 'Admin',
    action: 'address.unblocked',
    subject: 'address:203.0.113.77',
    before: { by: '3242' },
  },
  {
    daysAgo: 12,
    role: 'Admin',
    action: 'setting.changed',
    subject: 'setting:AllowManualEntry',
    before: { value: true },
    after: { value: false },
  },
  { daysAgo: 3, role: 'Admin', action: 'job.dismissed', subject: 'job:42', why: 'Paid in cash' },
];

/** Returns changes of earlier days, so that the audit has content from the start. */
export function auditRows({ logins, sites, now }: Company): CloudTable {
  const admin = logins.find(({ roles }) => roles === Role.Admin);
  const added = logins
    .filter((login) => login !== admin)
    .map(({ employeeNumber, name, roles }): Change => {
      const after = { name, roles: namesOfRoles(roles), active: true };
      return { daysAgo: 60, role: 'Admin', action: 'staff.added', subject: `staff:${employeeNumber}`, after };
    });
  const actorOf = (role: Change['role']): string => String(logins.find(({ roles }) => roles === Role[role])?.employeeNumber ?? 'system');
  return {
    name: 'audit',
    rows: [...added, ...changes].map(({ daysAgo, role, action, subject, before = null, after = null, why = null }, place) => {
      const at = new Date(daysBefore(new Date(now), daysAgo).getTime() + place * 60_000);
      return {
        id: uuidv7({ msecs: at.getTime(), random: new Uint8Array(16).fill(place + 1) }),
        at: at.toISOString(),
        actor: actorOf(role),
        approver: null,
        site: sites[0]?.number ?? null,
        device: null,
        action,
        subject,
        before,
        after,
        why,
        request_id: `seed-${place}`,
      };
    }),
  };
}
