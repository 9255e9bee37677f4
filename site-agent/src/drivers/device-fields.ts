import { z } from 'zod';
import { secretOf } from '../config-secrets.ts';

/** Fields of every device in the agent's YAML file. The id becomes a segment of MQTT topics. */
export const deviceFields = {
  id: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'use small letters, digits, - and _'),
  name: z.string().trim().min(1).max(60),
};

/** Address of a device on the site's network. */
export const networkFields = {
  host: z.string().trim().min(1),
  port: z.int().min(1).max(65_535),
};

/** The user of a device’s web server: `{ user, password }` or `{ user, passwordFile }`. */
export const login = secretOf('password', { user: z.string().min(1) });

/** The relay of a gate, on any board. */
export const relayFields = {
  /** How long the relay is closed. Boards with a timed pulse count in tenths of a second. */
  pulseMs: z.int().min(100).max(5_000).default(500),
  /** Maximum wait for the gate-open input. Bounded, because the agent must respond within 3 s. */
  confirmMs: z.int().min(100).max(1_500).default(1_500),
};
