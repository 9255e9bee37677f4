import { z } from 'zod';
import { laneDecisions } from '@washdesk/rules/lane/lane-board';
import { laneReasons } from '@washdesk/rules/lane/lane-reasons';
import { traceOutcomes } from '@washdesk/rules/lane/traces';
import { endpoint, signedIn, type Access } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { isoTime, siteNumber, uuid } from '../values.ts';

/** An enrolled lane board needs no sign-in to be read, and gets no member's name (docs/decisions/0149-lane-board-without-a-sign-in.md). */
const laneBoardAccess: Access = { kind: 'device', kinds: ['lane_board'] };

const laneNumber = z.int().min(1).max(99);

const laneDecision = z.object({
  kind: z.enum(laneDecisions),
  /** Where the car stands; null for one that was dismissed. */
  lane: z.int().nullable(),
  at: isoTime,
  /** The name of who decided; null for a person who is not in the staff list. */
  by: z.string().nullable(),
});
export type LaneDecision = z.infer<typeof laneDecision>;

const laneCar = z.object({
  /** Of its trace; null while the site has not reported its end. */
  id: uuid.nullable(),
  began: isoTime,
  lane: z.int().nullable(),
  gate: z.string().nullable(),
  /** Tag or plate; null for a press of Open Gate. */
  code: z.string().nullable(),
  /** The plate to look for: the code, or the member's plate on the plan of a tag. Null if none is known. */
  plate: z.string().nullable(),
  customer: z.string().nullable(),
  name: z.string().nullable(),
  planName: z.string().nullable(),
  /** The plan, for the collection of what it owes. */
  subscription: z.string().nullable(),
  /** Null before the lane's decision. */
  outcome: z.enum([...traceOutcomes, 'unknown']).nullable(),
  /** What the lane decided and why it did not open, as a sentence. */
  reason: z.string().nullable(),
  /** The reason of the lane's decision; null if it decided nothing. */
  laneReason: z.enum(laneReasons).nullable(),
  /** By the cloud's list of members; null without a code. */
  admission: z.enum(['admitted', 'payment-due', 'not-active', 'ended', 'not-found']).nullable(),
  /** The lanes that read its tag equally well. */
  tiedLanes: z.array(z.int()),
  decision: laneDecision.nullable(),
  /** A wash of the member is recorded at the site from a minute before the read to five minutes after it. */
  isWashed: z.boolean(),
});
export type LaneCar = z.infer<typeof laneCar>;

const boardGate = z.object({
  host: z.string(),
  name: z.string(),
  lane: z.int().nullable(),
  health: z.enum(['online', 'offline', 'degraded', 'unknown']),
  reason: z.string().nullable(),
  /** Null without a report of the gate, or without a position switch. */
  gateOpen: z.boolean().nullable(),
  /** Null without a report of the gate. */
  relay: z.boolean().nullable(),
});
export type BoardGate = z.infer<typeof boardGate>;

/**
 * The lanes of the session's site as they are now: gates, the last cars of each lane with the decision, and the reads that wait for a
 * person (`shared/rules/lane/lane-board.ts` tells them apart). `lanesTopic` tells when to read it again.
 */
export const getLaneBoard = endpoint({
  id: 'getLaneBoard',
  method: 'GET',
  path: '/lane/board',
  access: laneBoardAccess,
  summary: 'The lanes of the site as they are now',
  response: z.object({
    site: siteNumber,
    at: isoTime,
    /** When the site's agent was last heard, if it is silent; null while it is connected. */
    silentSince: isoTime.nullable(),
    lanes: z.array(z.int()),
    gates: z.array(boardGate),
    /** The newest of each lane, newest first. */
    cars: z.array(laneCar),
  }),
});
export type LaneBoard = z.infer<typeof getLaneBoard.response>;

/**
 * Stores what a person at the lanes decided about a read, once. `admitted`: let in at this lane; `moved`: it stands in this lane;
 * `dismissed`: nothing to do. The wash is recorded by `redeem`, the gate opened by `openGate`. 404 `read_unknown`, 409 `read_decided` if
 * another person was first, or `read_too_old`.
 */
export const decideLaneRead = endpoint({
  id: 'decideLaneRead',
  method: 'POST',
  path: '/lane/reads/{id}/decision',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Decide about a car at the lanes',
  params: z.object({ id: uuid }),
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['admitted', 'moved']), lane: laneNumber }),
    z.object({ kind: z.literal('dismissed') }),
  ]),
  response: laneDecision,
});

/**
 * `changed`: the board is to be read again. `gate`: a gate moved. Neither names a member, because only calls record who saw whom
 * (docs/rules/access.md#seeing-customers).
 */
export const lanesTopic = liveTopic({
  name: 'lanes',
  audiences: { site: laneBoardAccess },
  message: z.discriminatedUnion('type', [
    z.object({ type: z.literal('changed'), site: siteNumber }),
    z.object({
      type: z.literal('gate'),
      site: siteNumber,
      host: z.string(),
      relay: z.boolean(),
      gateOpen: z.boolean().nullable(),
    }),
  ]),
});
