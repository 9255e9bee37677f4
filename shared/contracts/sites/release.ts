import { z } from 'zod';
import { rolloutActions, rolloutStages, rolloutStates, siteUpdateStates } from '@washdesk/rules/company/rollouts';
import { releasePlatform, releaseVersion } from '@washdesk/site-protocol/release-manifest';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, siteNumber, trimmedText, uuid } from '../values.ts';

/** A release of the agent, or a version that sites run without a release in the folder. */
const release = z.object({
  version: z.string(),
  /** The files that can be offered, by platform. */
  files: z.array(z.object({ platform: releasePlatform, size: z.int() })),
  created: isoTime.nullable(),
  /** What is wrong with it, as sentences for IT. */
  problems: z.array(z.string()),
  /** Sites whose agent reported this version last. */
  sites: z.int(),
});
export type Release = z.infer<typeof release>;

const siteWithAgent = z.object({ site: siteNumber, name: z.string(), online: z.boolean(), version: z.string().nullable() });
export type SiteWithAgent = z.infer<typeof siteWithAgent>;

const rolloutSite = siteWithAgent.extend({
  isCanary: z.boolean(),
  /** Null before the site is offered anything. */
  update: z.enum(siteUpdateStates).nullable(),
  reason: z.string().nullable(),
  changed: isoTime.nullable(),
});
export type RolloutSite = z.infer<typeof rolloutSite>;

export const rollout = z.object({
  id: uuid,
  version: z.string(),
  stage: z.enum(rolloutStages),
  state: z.enum(rolloutStates),
  most: z.int(),
  continueAfterHours: z.int().nullable(),
  reason: z.string(),
  started: isoTime,
  startedBy: z.string(),
  /** Null unless it is paused. `by` is null if it paused by itself. */
  paused: z.object({ because: z.string(), by: z.string().nullable() }).nullable(),
  ended: isoTime.nullable(),
  sites: z.array(rolloutSite),
});
export type Rollout = z.infer<typeof rollout>;

/** `enabled` is false on an installation without a folder of releases. `rollout` is the open one, otherwise the last one. */
export const listReleases = endpoint({
  id: 'listReleases',
  method: 'GET',
  path: '/release',
  access: atLeastRole('Admin'),
  summary: 'Releases of the agent, the sites with their versions, and the rollout',
  response: z.object({
    enabled: z.boolean(),
    /** Problems of the folder itself. */
    problems: z.array(z.string()),
    releases: z.array(release),
    sites: z.array(siteWithAgent),
    rollout: rollout.nullable(),
  }),
});
export type Releases = z.infer<typeof listReleases.response>;

const reason = trimmedText(200).min(3, 'must have at least 3 characters');

/**
 * 409 `rollout_open` while another rollout is open, `release_unavailable` if the release can't be offered, `nothing_to_update` if every site
 * has it; 400 for a canary site without an agent.
 */
export const startRollout = endpoint({
  id: 'startRollout',
  method: 'POST',
  path: '/release/rollout',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Start the rollout of a release at its canary sites',
  body: z.object({
    version: releaseVersion,
    canary: z.array(siteNumber).min(1, 'must have at least one site').max(99),
    /** Sites that may update at the same time. */
    most: z.int().min(1).max(50),
    /** Continues by itself that long after every canary site was installed; null: an Admin continues it. */
    continueAfterHours: z.int().min(1).max(336).nullable(),
    reason,
  }),
  response: z.object({ rollout }),
});

/** An action that was done already changes nothing. 404 `rollout_unknown`; 409 `rollout_state` if its state does not allow the action. */
export const changeRollout = endpoint({
  id: 'changeRollout',
  method: 'POST',
  path: '/release/rollout/{id}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Continue, pause, resume or cancel a rollout',
  params: z.object({ id: uuid }),
  body: z.object({ action: z.enum(rolloutActions), reason }),
  response: z.object({ rollout }),
});
