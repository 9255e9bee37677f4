import { Role } from '@washdesk/rules/company/roles';
import { daysBefore } from '@washdesk/simulators/company/calendar';
import type { Company } from '@washdesk/simulators/company/company';
import type { CloudTable } from './cloud-table.ts';

const north = { id: 'north', name: 'North gate', driver: 'modbus-gate', lane: 1, host: '10.20.0.31', port: 502, coil: 0 };
const south = { id: 'south', name: 'South gate', driver: 'controlbyweb-gate', lane: 2, host: '10.20.0.32', inputs: { gateOpen: 1 } };
const reader = {
  id: 'lanes',
  name: 'Lane reader',
  driver: 'llrp-reader',
  antennas: { '1': 1, '2': 2 },
  host: '10.20.0.40',
  port: 5_084,
  transmitPower: 27.5,
};
const printer = {
  id: 'printer-1',
  name: 'Register 1',
  driver: 'escpos-printer',
  host: '10.20.0.51',
  port: 9_100,
  terminals: ['Washcashier1'],
};
const sitewatch = { host: '10.20.0.5', database: 'sitewatch', user: 'washdesk', passwordSecret: 'sitewatch' };

interface Seeded {
  daysAgo: number;
  content: object;
  reason: string;
  outcome: 'superseded' | 'refused' | 'rolled-back';
  problem?: { path: string; sentence: string };
}

/** No version is offered to the agents of the workbench, whose files have their devices at the ports of this start. */
const versions: readonly Seeded[] = [
  {
    daysAgo: 12,
    content: { sitewatch, devices: [north, printer] },
    reason: 'Taken over from the file',
    outcome: 'refused',
    problem: {
      path: 'sitewatch.passwordSecret',
      sentence: "Sitewatch, Password: the secret 'sitewatch' isn’t on this computer; run: site-agent secret sitewatch",
    },
  },
  { daysAgo: 9, content: { sitewatch, devices: [north, printer, reader] }, reason: 'New reader over both lanes', outcome: 'superseded' },
  {
    daysAgo: 9,
    content: { sitewatch, devices: [north, south, printer, { ...reader, host: '10.20.0.41' }], lanes: { autoOpen: [1] } },
    reason: 'South gate, and lane 1 opens by itself',
    outcome: 'rolled-back',
    problem: { path: '', sentence: 'No connection to the cloud within 60 s' },
  },
];

/** Returns versions of the first site's configuration, so that the page has a history from the start. */
export function configurationTable({ logins, sites, now }: Company): CloudTable {
  const author = String(logins.find(({ roles }) => roles === Role.Admin)?.employeeNumber ?? 'system');
  return {
    name: 'site_configuration',
    rows: versions.map(({ daysAgo, content, reason, outcome, problem }, place) => {
      const created = daysBefore(new Date(now), daysAgo).getTime() + place * 600_000;
      return {
        site: sites[0]?.number ?? 0,
        version: place + 1,
        content: { v: 1, configuration: content },
        reason,
        author,
        created: new Date(created).toISOString(),
        outcome,
        outcome_at: new Date(created + 70_000).toISOString(),
        problems: problem ? [problem] : [],
      };
    }),
  };
}
