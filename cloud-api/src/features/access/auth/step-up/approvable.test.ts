import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rolesSuffice } from '@washdesk/contracts/access';
import { allEndpoints } from '@washdesk/contracts/all';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { Role, rolesFromNames, roleNames } from '@washdesk/rules/company/roles';
import { sizeOf } from '@washdesk/test-support/sizes';
import { hashOfRequest } from '../../../../common/request-hash.ts';
import { parseParts } from '../../../../http/validate.ts';
import { withValueAt, hostileValues, pathsIn } from '../../../../testing/hostile.ts';

const approvable = allEndpoints.filter((endpoint) => endpoint.approvable).map((endpoint) => [endpoint.id, endpoint] as const);

/** Returns a call as sent and as parsed by the contract, in plain JSON; null if the contract rejects it. */
function parsed({ params, query, body }: Endpoint, call: unknown): unknown {
  const wire = JSON.parse(JSON.stringify(call)) as { params?: unknown; query?: unknown; body?: unknown };
  try {
    const request = parseParts([
      { name: 'params', schema: params, value: wire.params },
      { name: 'query', schema: query, value: wire.query ?? {} },
      { name: 'body', schema: body, value: wire.body },
    ]);
    return JSON.parse(JSON.stringify(request));
  } catch {
    return null;
  }
}

describe('what an approval is bound to', () => {
  it.each(approvable)('of %s is every field that counts', (id, endpoint) => {
    const good = samples[id]!;
    const request = parsed(endpoint, good);
    expect(request).not.toBeNull();
    const values = fc.oneof(fc.constantFrom(...Object.values(hostileValues)), fc.string(), fc.uuid(), fc.integer(), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...pathsIn(good).filter((place) => place.length > 1)), values, (place, value) => {
        const other = parsed(endpoint, withValueAt(good, place, value));
        fc.pre(other !== null);
        expect(hashOfRequest(other).equals(hashOfRequest(request))).toBe(isDeepStrictEqual(other, request));
      }),
      { numRuns: sizeOf('money').payments },
    );
  });
});

describe('the roles of two persons together', () => {
  const anyRoles = fc.subarray([...roleNames]).map(rolesFromNames);
  const anyRole = fc.constantFrom(...roleNames);
  const kinds = fc.constantFrom('atLeast' as const, 'exact' as const);

  it('open nothing that the roles of one of them do not', () => {
    fc.assert(
      fc.property(anyRoles, anyRoles, kinds, anyRole, (one, other, kind, role) => {
        const access = { kind, role };
        expect(rolesSuffice(access, one | other)).toBe(rolesSuffice(access, one) || rolesSuffice(access, other));
      }),
    );
    expect(rolesSuffice({ kind: 'atLeast', role: 'SalesManager' }, Role.Cashier | Role.User)).toBe(false);
  });
});
