import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { staffOf } from '@washdesk/cloud-api/testing/staff';
import { Role } from '@washdesk/rules/company/roles';
import { makeCompany, type Company } from '@washdesk/simulators/company/company';
import { agentCode } from '@washdesk/workbench/enrolment-link';

let cloud: Cloud;
let company: Company;

beforeAll(async () => {
  cloud = await startCloud({ WASHDESK_ONE_TIME_CODES: 'Admin' });
  company = makeCompany({ now: new Date('2026-11-21T12:00:00Z'), members: 120, taxed: false });
  const { employeeNumber, name, roles, username, password } = company.logins.find((login) => login.roles === Role.Admin)!;
  await staffOf(cloud).add({ employeeNumber, name, roles, username, password });
});
afterAll(() => cloud.stop());

it('the workbench says how its first start works where Admins need one-time codes', async () => {
  await expect(agentCode(cloud.url, company, 12)).rejects.toThrow(/once without WASHDESK_ONE_TIME_CODES/);
});
