import { z } from 'zod';
import { atLeastRole, endpoint, publicAccess } from '../endpoint.ts';
import { isoTime, network, siteNumber, trimmedText, uuid } from '../values.ts';

export const deviceKind = z.enum(['register', 'tablet', 'lane_board']);

export const device = z.object({
  id: uuid,
  kind: deviceKind,
  name: z.string(),
  site: siteNumber,
  terminal: z.string().nullable(),
  enrolled: isoTime,
  lastSeen: isoTime.nullable(),
  revoked: isoTime.nullable(),
  /** The only addresses and networks where the device may be used; empty for any. */
  networks: z.array(z.string()),
});
export type Device = z.infer<typeof device>;

/** Creates a one-time link, valid for 24 h. The address is returned only once; only its hash is stored. */
export const createEnrolment = endpoint({
  id: 'createEnrolment',
  method: 'POST',
  path: '/device/enrolment',
  access: atLeastRole('Admin'),
  summary: 'Create a one-time link that enrolls a device',
  body: z.object({
    kind: deviceKind,
    name: trimmedText(60).min(1, 'must not be empty'),
    site: siteNumber,
    terminal: trimmedText(30).nullable(),
  }),
  response: z.object({ id: uuid, link: z.url(), expires: isoTime }),
});

/** Sets the device's HttpOnly cookie. 410 `link_used` or `link_expired`. */
export const enrol = endpoint({
  id: 'enrol',
  method: 'POST',
  path: '/device/enrol',
  access: publicAccess,
  summary: 'Enroll this browser by a one-time link',
  body: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'must be an enrollment link token') }),
  response: z.object({ device }),
});

/** Returns the device that the link enrolls, without using the link. 404 `link_unknown`; 410 `link_used` or `link_expired`. */
export const enrolmentPreview = endpoint({
  id: 'enrolmentPreview',
  method: 'POST',
  path: '/device/enrolment/preview',
  access: publicAccess,
  summary: 'The device that an enrollment link creates',
  body: enrol.body,
  response: z.object({
    kind: deviceKind,
    name: z.string(),
    site: siteNumber,
    siteName: z.string(),
    terminal: z.string().nullable(),
    expires: isoTime,
  }),
});

export const currentDevice = endpoint({
  id: 'currentDevice',
  method: 'GET',
  path: '/device/current',
  access: publicAccess,
  summary: 'The enrolled device that is calling, or null',
  response: z.object({ device: device.nullable() }),
});

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/device',
  access: atLeastRole('Admin'),
  summary: 'All devices, including revoked ones',
  response: z.object({ devices: z.array(device), count: z.int() }),
});

/** Elsewhere the device counts as not enrolled, and Admins are told. 404 `device_unknown`. */
export const setDeviceNetworks = endpoint({
  id: 'setDeviceNetworks',
  method: 'PUT',
  path: '/device/{id}/networks',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Limit a device to networks',
  params: z.object({ id: uuid }),
  body: z.object({ networks: z.array(network).max(20, 'must be at most 20'), was: z.array(network).optional() }),
  response: z.object({ device }),
});

export const revokeDevice = endpoint({
  id: 'revokeDevice',
  method: 'DELETE',
  path: '/device/{id}',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Take a device out of service; its sessions end',
  params: z.object({ id: uuid }),
  response: z.object({ device }),
});
