import { parseArgs } from 'node:util';
import { verifyAudit } from '../audit/verify.ts';
import { runTool, UsageProblem } from './tool.ts';

/** `npm run audit:verify [-- --expect <seal>:<hash>]`: checks that the audit is unchanged. Exit code 1 if it is not. */
await runTool(async ({ db }) => {
  const { values } = parseArgs({ options: { expect: { type: 'string' } } });
  const expected = values.expect ?? null;
  if (expected !== null && !/^\d+:[0-9a-f]{64}$/.test(expected))
    throw new UsageProblem('--expect takes a seal and its hash: --expect 1200:3fa4…');
  const { sealed, head, faults } = await verifyAudit(db, expected);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`The audit log is intact: ${sealed} rows${head ? `, up to ${head}` : ''}`);
});
