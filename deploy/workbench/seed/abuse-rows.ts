import { v7 as uuidv7 } from 'uuid';
import { separatePersonal } from '@washdesk/cloud-api/audit/personal-values';
import type { Company } from '@washdesk/simulators/company/company';
import { createRandom, uuidAt } from '@washdesk/simulators/company/random';
import type { CloudTable } from './cloud-table.ts';

const apartMs = 1_500;

/** Returns the reads at the lanes and the changes of plates behind the planted abuse. */
export const abuseTables = (company: Company): CloudTable[] => [
  { name: 'lane_trace', rows: laneTraces(company) },
  ...plateChanges(company),
];

function laneTraces({ abuse, seed }: Company): Record<string, unknown>[] {
  const random = createRandom(seed);
  const seen = { lane: 1, outcome: 'shown', reason: 'Sent to the registers' };
  return abuse.reads.flatMap(({ customer, site, at, tag, plate }) => {
    const later = new Date(Date.parse(at) + apartMs).toISOString();
    const hop = (detail: string, device: string) => [{ step: 'read', afterMs: 0, device, detail }];
    return [
      { id: uuidAt(random, at), site, began: at, code: tag, customer, ...seen, hops: hop('Antenna 1 read the tag', 'reader') },
      {
        id: uuidAt(random, later),
        site,
        began: later,
        code: plate,
        customer: null,
        ...seen,
        outcome: 'suggested',
        hops: hop('The camera read the plate', 'camera'),
      },
    ];
  });
}

const bytes = (given: Buffer | null): string | null => given && `\\x${given.toString('hex')}`;

function plateChanges({ abuse, sites }: Company): CloudTable[] {
  const rows = abuse.plateChanges.map(({ customer, at, from, to, employee }, place) => {
    const [before, after] = [from, to].map((plate) => JSON.stringify({ CustomerCode: plate })) as [string, string];
    const { sealed, personal, hash } = separatePersonal({ subject: `customer:${customer}`, before, after, why: null });
    const id = uuidv7({ msecs: Date.parse(at), random: new Uint8Array(16).fill(100 + place) });
    const json = (text: string | null): unknown => text && (JSON.parse(text) as unknown);
    return {
      audit: {
        id,
        at,
        actor: String(employee),
        site: sites[0]?.number ?? null,
        action: 'customer.saved',
        subject: sealed.subject,
        before: json(sealed.before),
        after: json(sealed.after),
        personal_hash: bytes(hash),
        request_id: `seed-plate-${place}`,
      },
      personal: personal && {
        audit: id,
        salt: bytes(personal.salt),
        subject: personal.subject,
        before: json(personal.before),
        after: json(personal.after),
      },
    };
  });
  return [
    { name: 'audit', rows: rows.map(({ audit }) => audit) },
    { name: 'audit_personal', rows: rows.flatMap(({ personal }) => personal ?? []) },
  ];
}
