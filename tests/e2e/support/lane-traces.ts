import { randomUUID } from 'node:crypto';
import { queryCloud } from './cloud-database.ts';
import type { OpenWorkbench } from './run-workbench.ts';

const hop = (step: string, afterMs: number, detail: string, device: string | null = null) => ({ step, afterMs, device, detail });
const read = [
  hop('read', 0, 'Antenna 1 read the tag at -48 dBm', 'lane-reader'),
  hop('filter', 312.4, 'Enough reads, and no other lane read it better'),
  hop('look-up', 313.1, 'The site’s roster has this code'),
];
const admitted = [...read, hop('decision', 313.1, 'The member is admitted'), hop('command', 313.9, 'The lane sent Open Gate by itself')];

/** A car that was let in slowly, one that was refused, one whose board didn’t respond, and a plate that was only suggested. */
const cars = [
  {
    code: '12345+123456',
    gate: 'north',
    outcome: 'opened',
    reason: null,
    hops: [
      ...admitted,
      hop('journal', 316, 'The id of the command is stored', null),
      hop('relay', 1_420, 'The relay was switched on', 'north'),
      hop('readback', 2_050, 'The gate was seen opening', 'north'),
    ],
  },
  {
    code: 'ABC1234-IL',
    gate: 'north',
    outcome: 'not-opened',
    reason: 'The member’s plan has ended',
    hops: [...read, hop('decision', 313.2, 'The member’s plan has ended')],
  },
  {
    code: '22222+222222',
    gate: 'north',
    outcome: 'not-opened',
    reason: 'The relay board doesn’t respond',
    hops: [...admitted, hop('journal', 316, 'The id of the command is stored')],
  },
  {
    code: 'CAM123-IL',
    gate: null,
    outcome: 'suggested',
    reason: 'Offered beside the register’s box: the score is below 0.9',
    hops: [hop('read', 0, 'The camera read the plate with score 0.71', 'camera')],
  },
];

/** Stores cars at a lane of Joliet, the newest last. */
export async function storeCars(workbench: OpenWorkbench, customer: string): Promise<void> {
  for (const [index, { code, gate, outcome, reason, hops }] of cars.entries())
    await queryCloud(
      workbench,
      `insert into lane_trace (id, site, began, lane, gate, code, customer, outcome, reason, hops)
       values ($1, 12, now() - $2::integer * interval '1 minute', 1, $3, $4, $5, $6, $7, $8)`,
      [randomUUID(), cars.length - index, gate, code, gate && customer, outcome, reason, JSON.stringify(hops)],
    );
}
