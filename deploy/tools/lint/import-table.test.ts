import { describe, expect, it } from 'vitest';
import { brokenRow } from './import-table.ts';
import { importTarget } from './import-target.ts';

describe('an import that the table allows', () => {
  it.each([
    ['shared/rules/codes/plates.ts', './codes.ts'],
    ['shared/rules/plans/loyalty.ts', '../company/product-classes.ts'],
    ['shared/contracts/lane/redeem.ts', 'zod'],
    ['shared/contracts/members/customer-parts.ts', '../billing/subscription.ts'],
    ['shared/contracts/billing/refund.ts', '../values.ts'],
    ['shared/contracts/all.ts', './lane/redeem.ts'],
    ['cloud-api/src/cli/openapi.ts', '@washdesk/contracts/all'],
    ['web/src/features/lane/redeem/redeem-screen.tsx', './redeem.api.ts'],
    ['web/src/features/lane/redeem/parts/plate.tsx', '../redeem.api.ts'],
    ['web/src/features/lane/redeem/redeem-screen.tsx', '../../../domain/plate.tsx'],
    ['web/src/features/lane/redeem/redeem-screen.tsx', '@washdesk/contracts/lane/redeem'],
    ['web/src/app/router.tsx', '../features/lane/redeem/redeem-screen.tsx'],
    ['web/src/public/online/online.tsx', 'react-dom/client'],
    ['web/src/public/online/online.tsx', '@washdesk/rules/codes/plates'],
    ['cloud-api/src/features/lane/redeem/redeem.routes.ts', './redeem.service.ts'],
    ['cloud-api/src/features/lane/redeem/redeem.service.ts', '../../../ports/clock.ts'],
    ['cloud-api/src/features/lane/redeem/redeem.store.ts', 'kysely'],
    ['cloud-api/src/documents/receipt.ts', '../operations/operation-run.ts'],
    ['cloud-api/src/mirror/apply-snapshots.ts', '../ports/settings.ts'],
    ['cloud-api/src/http/error-writer.ts', '../common/failure.ts'],
    ['cloud-api/src/db/tables/mirror.ts', '../../common/provider-objects.ts'],
    ['cloud-api/src/adapters/stripe/customers.ts', '../../common/provider-objects.ts'],
    ['cloud-api/src/features/lane/redeem/create-redeem.ts', '../../../jobs/job-queue.ts'],
    ['cloud-api/src/features/lane/redeem/create-redeem.ts', '../../../http/route.ts'],
    ['cloud-api/src/compose.ts', './compose/lane.ts'],
    ['cloud-api/src/compose/lane.ts', '../features/lane/redeem/create-redeem.ts'],
    ['cloud-api/src/compose.ts', './adapters/stripe/client.ts'],
    ['site-agent/src/features/lane/gates/gates.ts', '../../../journal/journal.ts'],
    ['site-agent/src/features/lane/gates/gates.ts', '../../../actions/command-dispatcher.ts'],
    ['site-agent/src/drivers/modbus-gate/definition.ts', '../../features/lane/gates/gate-kind.ts'],
    ['site-agent/src/mqtt/command-receiver.ts', '../actions/command-dispatcher.ts'],
    ['site-agent/src/local-page/server.ts', '../actions/command-dispatcher.ts'],
    ['site-agent/src/compose.ts', './drivers/registry.ts'],
    ['cloud-api/src/db/pool.integration.test.ts', '@washdesk/local-servers/postgres'],
  ])('%s: %s', (file, specifier) => {
    expect(brokenRow(file, importTarget(file, specifier))).toBeNull();
  });
});

it.each(['shared/contracts/billing/checkout', 'npm:zod'])('a public page may import %s only as a type', (target) => {
  const broken = (asType: boolean) => brokenRow('web/src/public/online/online.tsx', target, asType);
  expect(broken(true)).toBeNull();
  expect(broken(false)?.name).toBe('web-public');
});
