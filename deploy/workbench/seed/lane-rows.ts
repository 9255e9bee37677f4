import { laneReasonWords } from '@washdesk/rules/lane/lane-reasons';
import { isPaymentDue, mayWash } from '@washdesk/rules/plans/statuses';
import type { Company } from '@washdesk/simulators/company/company';
import type { Member } from '@washdesk/simulators/company/member-model';
import { createRandom, uuidAt } from '@washdesk/simulators/company/random';
import type { CloudTable } from './cloud-table.ts';

const carsOfLane = 8;
const lanes = [1, 2];
const minuteMs = 60_000;

/** Returns the cars of the last hour at every lane, as the agents traced them: lanes that open only by a cashier. */
export function laneTable({ members, sites, now }: Company): CloudTable {
  const random = createRandom(members.length + 2);
  const tagged = members.filter(({ tag, deleted, subscription }) => tag !== null && !deleted && subscription !== null);
  const rows = sites.flatMap(({ number: site }) =>
    lanes.flatMap((lane) =>
      Array.from({ length: carsOfLane }, (_none, back) => {
        // the last ones some minutes ago, so that none waits for a decision
        const began = new Date(Date.parse(now) - (6 + back * 6 + lane + random.fraction()) * minuteMs).toISOString();
        return { ...carOf(random.pick(tagged), lane), id: uuidAt(random, began), site, lane, began };
      }),
    ),
  );
  return { name: 'lane_trace', rows };
}

function carOf({ id, tag, subscription }: Member, lane: number): Record<string, unknown> {
  const status = subscription?.status ?? '';
  const reason = laneReasonWords[mayWash(status) ? (isPaymentDue(status) ? 'payment-due' : 'admitted') : 'not-active'];
  const hop = (step: string, afterMs: number, detail: string, device: string | null = null) => ({ step, afterMs, device, detail });
  const hops = [
    hop('read', 0, `Antenna ${lane} read the tag`, 'reader'),
    hop('filter', 1_004, 'Enough reads, and no other lane read it better'),
    hop('look-up', 1_004.3, 'The site’s roster has this code'),
    hop('decision', 1_004.3, reason),
  ];
  return { gate: lane === 1 ? 'north' : 'south', code: tag, customer: id, outcome: 'shown', reason, hops };
}
