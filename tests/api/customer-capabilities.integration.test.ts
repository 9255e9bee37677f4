import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCaller, type Callers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, send } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { allEndpoints } from '@washdesk/contracts/all';
import { customerCapabilities, type Capability } from '@washdesk/contracts/members/customer-capabilities.fixture';
import { Role, roleNames } from '@washdesk/rules/company/roles';

let cloud: Cloud;
let callers: Callers;

beforeAll(async () => {
  cloud = await startCloud();
  callers = await everyCaller(cloud);
});
afterAll(() => cloud.stop());

const endpointOf = (id: string) => {
  const endpoint = allEndpoints.find((one) => one.id === id);
  if (!endpoint) throw new Error(`Unknown endpoint ${id}`);
  return endpoint;
};
const capabilities: readonly Capability[] = customerCapabilities;
const rows = capabilities.filter(({ calls }) => calls.length > 0).map((capability) => [capability.what, capability] as const);

describe('at the API', () => {
  it.each(rows)('to %s is for its role and above only', async (_what, { role, calls }) => {
    for (const endpoint of calls.map(endpointOf)) {
      // rejected with 400 once the caller is admitted, so that nothing changes
      const path = pathOf(endpoint, Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, '!'.repeat(200)])));
      const body = endpoint.body && '[0]';
      for (const name of roleNames) {
        const { status } = await send(cloud.url, { method: endpoint.method, path, body, headers: callers.staff[name] });
        const admitted = role === undefined || Role[name] >= Role[role];
        expect(status === 403, `${name} at ${endpoint.id}: ${status}`).toBe(!admitted);
      }
    }
  });

  it.each(rows)('to %s can be approved as the table says', (_what, { role, byApproval, calls }) => {
    if (role === undefined) return;
    expect(calls.map((id) => endpointOf(id).approvable ?? null)).toEqual(calls.map(() => byApproval ?? null));
  });
});
