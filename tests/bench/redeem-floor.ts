import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import Koa from 'koa';
import { v7 as uuidv7 } from 'uuid';
import { openPool } from '@washdesk/cloud-api/db/pool';
import { membershipOf } from '@washdesk/cloud-api/features/lane/redeem/membership.store';
import { inRedeemTransaction } from '@washdesk/cloud-api/features/lane/redeem/usage.store';
import { redeemWindowMs } from '@washdesk/rules/company/redeem-window';

/**
 * The minimum cost of a redeem: one bare Koa handler that checks the token and runs the statements of a redeem, including the commit. No
 * validation, no limits, no log, no idempotent replay, no contract.
 */
const [databaseUrl, tokenKeyFile] = process.argv.slice(2) as [string, string];
const publicKey = createPublicKey(readFileSync(tokenKeyFile));
const pool = openPool(databaseUrl, (error) => console.error(error));

const app = new Koa();
app.use(async (ctx) => {
  const { payload } = await jwtVerify(ctx.get('authorization').slice('Bearer '.length), publicKey, { issuer: 'washdesk' });
  const code = decodeURIComponent(ctx.path.slice('/api/dxt/'.length));
  const member = await membershipOf(pool, code);
  if (!member) return ctx.throw(404);
  const at = new Date();
  const id = uuidv7();
  const answer = { found: true, active: true, PlanName: member.planName, name: member.name, usageId: id, redeemed: at };
  await inRedeemTransaction(pool, async (tx) => {
    const key = { principal: payload.sub!, route: '/dxt/{code}', key: ctx.get('idempotency-key') };
    await tx.lockCustomer(member.customer);
    await tx.answerOf(key);
    if (await tx.latestUsage(member.customer, new Date(at.getTime() - redeemWindowMs))) ctx.throw(409);
    const usage = {
      id,
      code,
      planName: member.planName ?? '',
      terminal: payload['terminal'] as string,
      employee: payload['employee'] as number,
    };
    const { customer, subscription, productClass } = member;
    await tx.record(
      { ...usage, customer, subscription, site: payload['site'] as number, priceIncrease: false, at },
      { id: uuidv7(), payload: { ...usage, productClass, at } },
    );
    await tx.keepAnswer(key, { requestHash: createHash('sha256').update(code).digest(), status: 200, body: answer }, at);
  });
  ctx.body = answer;
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ ready: true, port: (server.address() as AddressInfo).port }));
});
